-- Keys of organizations at providers of speech and language. The key itself is sealed; null for services that want none.
create table provider_keys (
  organization_id text not null references organizations on delete cascade,
  provider_key_id text not null,
  provider text not null,
  name text,
  base_url text,
  sealed_key bytea,
  last_four text,
  created_at timestamptz(3) not null,
  primary key (organization_id, provider_key_id)
);
-- A call looks its keys up by the provider; the newest counts.
create index provider_keys_provider on provider_keys (organization_id, provider, provider_key_id desc);
