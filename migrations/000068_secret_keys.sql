-- The keys that seal stored secrets and sign API keys. One is current; those before it read what is left of theirs.
create table secret_keys (
  key_id text primary key,
  -- joining: known and not used yet; past: what is sealed with it is sealed again; closed: nothing is sealed with it, and
  -- what it signed is valid; retired: only its public key is left.
  state text not null check (state in ('joining', 'current', 'past', 'closed', 'retired')),
  -- The secret key of the first start itself: secrets and API keys that name no key are its.
  is_first boolean not null,
  public_key text not null,
  created_at timestamptz(3) not null default now(),
  -- From when on nobody signed with it any more.
  closed_at timestamptz(3)
);
create unique index secret_keys_current on secret_keys ((true)) where state = 'current';
create unique index secret_keys_joining on secret_keys ((true)) where state = 'joining';
create unique index secret_keys_first on secret_keys ((true)) where is_first;

-- Each of them, encrypted with each secret key that a start is accepted with.
create table secret_key_copies (
  key_id text not null references secret_keys on delete cascade,
  secret_fingerprint text not null,
  wrapped bytea not null,
  added_at timestamptz(3) not null default now(),
  primary key (key_id, secret_fingerprint)
);

-- Counts the changes of the keys.
alter table installation add column keys_version integer not null default 1;

-- The id of the key that a sealed text names; '' where it names none.
create function sealing_key(sealed bytea) returns text language sql immutable strict
  return case when substr(sealed, 1, 4) = '\x50534b31' then encode(substr(sealed, 5, 8), 'hex') else '' end;

-- The sealed headers of an agent's tools.
create function sealed_in_tools(configuration json) returns bytea[] language sql immutable as $$
  select coalesce(array_agg(decode(h.value->>'sealed', 'base64')) filter (where h.value->>'sealed' is not null), '{}')
  from json_array_elements(configuration->'tools') t, json_each(t->'headers') h;
$$;

-- Every sealed secret there is. What is sealed anywhere else is not sealed again when the key is rotated.
create function sealed_secrets() returns table (source text, sealed bytea) language sql stable as $$
  select 'trunks', sealed_password from trunks where sealed_password is not null
  union all select 'provider_keys', sealed_key from provider_keys where sealed_key is not null
  union all select 'webhook_endpoints', sealed_secret from webhook_endpoints
  union all select 'webhook_endpoints', sealed_previous_secret from webhook_endpoints where sealed_previous_secret is not null
  union all select 'workflow_secrets', sealed_value from workflow_secrets
  union all select 'organizations', decode(eligibility_webhook->>'sealedSecret', 'base64') from organizations
    where eligibility_webhook is not null
  union all select 'agents', unnest(sealed_in_tools(draft)) from agents where draft is not null
  union all select 'agent_versions', unnest(sealed_in_tools(configuration)) from agent_versions;
$$;

-- A process that has not heard of a rotation is not to store what nobody could read. The argument is the row's sealed
-- secrets, as an array, with $1 for the row.
create function require_open_keys() returns trigger language plpgsql as $$
declare
  used text[];
  found integer;
begin
  execute format('select array(select distinct sealing_key(one) from unnest(%s) one where one is not null)', tg_argv[0])
    into used using new;
  if cardinality(used) = 0 then return new; end if;
  -- Held against whoever closes the key meanwhile.
  perform from secret_keys where (key_id = any(used) or is_first and '' = any(used)) and state in ('joining', 'current', 'past')
    for share;
  get diagnostics found = row_count;
  if found < cardinality(used) and exists (select from secret_keys) then
    raise exception 'a secret is sealed with a key that is not used any more' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger trunks_sealed before insert or update of sealed_password on trunks for each row
  execute function require_open_keys('array[$1.sealed_password]');
create trigger provider_keys_sealed before insert or update of sealed_key on provider_keys for each row
  execute function require_open_keys('array[$1.sealed_key]');
create trigger webhook_endpoints_sealed before insert or update of sealed_secret, sealed_previous_secret on webhook_endpoints
  for each row execute function require_open_keys('array[$1.sealed_secret, $1.sealed_previous_secret]');
create trigger workflow_secrets_sealed before insert or update of sealed_value on workflow_secrets for each row
  execute function require_open_keys('array[$1.sealed_value]');
create trigger organizations_sealed before insert or update of eligibility_webhook on organizations for each row
  when (new.eligibility_webhook is not null)
  execute function require_open_keys('array[decode($1.eligibility_webhook->>''sealedSecret'', ''base64'')]');
create trigger agents_sealed before insert or update of draft on agents for each row when (new.draft is not null)
  execute function require_open_keys('sealed_in_tools($1.draft)');
create trigger agent_versions_sealed before insert or update of configuration on agent_versions for each row
  execute function require_open_keys('sealed_in_tools($1.configuration)');
