-- Customers who are not to be called, by their own word or an operator's.
create table suppressions (
  organization_id text not null references organizations on delete cascade,
  suppression_id text not null,
  phone_number text not null,
  -- The call in which they said so; null: it was written down otherwise.
  call_id text,
  created_at timestamptz(3) not null,
  primary key (organization_id, suppression_id),
  unique (organization_id, phone_number)
);
