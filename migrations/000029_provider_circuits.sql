-- Works with programs from 000017 on.

-- Providers that a process avoids, because their last requests failed. The processes decide by what they have seen
-- themselves; these rows only show it. A row whose time is over says nothing.
create table provider_circuits (
  organization_id text not null references organizations,
  kind text not null check (kind in ('model', 'voice', 'transcriber', 'speechToSpeech')),
  provider text not null,
  -- The name of the provider key, and the model; empty for none.
  key_name text not null,
  model text not null,
  open_until timestamptz(3) not null,
  message text not null,
  primary key (organization_id, kind, provider, key_name, model)
);
