-- How often a trunk is asked by OPTIONS; null: only while it is in doubt.
alter table trunks add column options_interval_seconds integer;

-- What was last found out about a trunk, apart from its own row: that one is locked by whoever changes it.
create table trunk_health (
  organization_id text not null,
  trunk_id text not null,
  status text not null check (status in ('up', 'down', 'unknown')),
  reason text,
  since timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  primary key (organization_id, trunk_id),
  foreign key (organization_id, trunk_id) references trunks on delete cascade
);
