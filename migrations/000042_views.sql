-- Works with programs from 000017 on.

-- The filters of a page of the console, under a name that the organization shares.
create table views (
  organization_id text not null references organizations on delete cascade,
  view_id text not null,
  page text not null check (page in ('calls')),
  name text not null,
  -- The parameters of the page's address. No customer's number is among them.
  filters json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, view_id)
);
create unique index views_name on views (organization_id, page, lower(name));
