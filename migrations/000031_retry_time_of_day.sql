-- Attempts may be varied over the parts of the customer's day, and wait differently by how the last one ended.
alter table retry_configs
  add column outcome_delays json not null default '{}',
  add column vary_time_of_day boolean not null default false;
