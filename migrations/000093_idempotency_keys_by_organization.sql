-- An Idempotency-Key belongs to the organization, so that a retry with another API key, or from another session, is the same
-- request. Where several keys sent one, the newest answer stays: a retry of another request is then a conflict, and nothing
-- is done twice.
delete from idempotency_keys older using idempotency_keys newer
where older.organization_id = newer.organization_id and older.idempotency_key = newer.idempotency_key
  and (older.created_at, older.api_key_id) < (newer.created_at, newer.api_key_id);
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  drop column api_key_id,
  add primary key (organization_id, idempotency_key);
