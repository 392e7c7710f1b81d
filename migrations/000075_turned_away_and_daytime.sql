-- Works with programs from 000017 on.

-- Inbound calls that were refused without a record, by number and hour. A flood of calls costs a row an hour.
create table turned_away_hours (
  organization_id text not null references organizations on delete cascade,
  hour timestamptz(0) not null,
  phone_number_id text not null,
  -- 'organization-limit', 'trunk-limit', 'no-agent' or 'no-provider'.
  reason text not null,
  -- Kept beyond the deletion of the number.
  phone_number text not null,
  calls bigint not null,
  last_at timestamptz(3) not null,
  primary key (organization_id, hour, phone_number_id, reason)
) with (fillfactor = 50);
create index turned_away_hours_age on turned_away_hours (hour);

-- Whether the calls of a campaign are dialed only between 8:00 and 21:00 on the customer's clock.
alter table campaigns add column daytime_only boolean not null default false;
