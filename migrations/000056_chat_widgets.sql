-- Where an agent may be chatted with by anybody who opens one of the organization's pages.
create table chat_widgets (
  organization_id text not null,
  agent_id text not null,
  -- Stands in the pages: it names the widget and is no secret.
  token text not null unique,
  enabled boolean not null,
  -- As browsers say them: scheme, host and port.
  allowed_origins text[] not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, agent_id),
  foreign key (organization_id, agent_id) references agents on delete cascade
);
