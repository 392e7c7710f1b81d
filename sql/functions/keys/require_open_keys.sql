-- Trigger of rows with sealed secrets: refuses the change with a serialization failure when a secret is sealed with
-- a key that is closed, retired or unknown. A process that has not heard of a key rotation would otherwise store
-- a secret that cannot be decrypted. The trigger's argument is an SQL expression that returns the row's sealed secrets
-- as an array; `$1` is the row.
--
-- Locks: the rows of secret_keys (for share) until the transaction ends, so that a key is not closed meanwhile.
--
-- Cost: each changed row adds one dynamic statement, which is planned each time. A row with sealed secrets adds one
-- read of secret_keys, which has one row for each key.
create or replace function require_open_keys() returns trigger language plpgsql as $$
declare
  used text[];
  found integer;
begin
  execute format('select array(select distinct sealing_key(one) from unnest(%s) one where one is not null)', tg_argv[0])
    into used using new;
  if cardinality(used) = 0 then return new; end if;
  -- Keeps the keys from being closed until the transaction ends.
  perform from secret_keys where (key_id = any(used) or is_first and '' = any(used)) and state in ('joining', 'current', 'past')
    for share;
  get diagnostics found = row_count;
  if found < cardinality(used) and exists (select from secret_keys) then
    raise exception 'a secret is sealed with a key that is not used any more' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
