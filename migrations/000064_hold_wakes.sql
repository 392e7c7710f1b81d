-- Organizations whose queues are being walked for calls that a setting held which was changed since.
create table hold_wakes (
  organization_id text primary key references organizations on delete cascade,
  -- Of holds that are over.
  reasons text[] not null,
  -- Calls up to this one have been looked at.
  after_call_id text not null,
  looked_at timestamptz(3) not null
);
