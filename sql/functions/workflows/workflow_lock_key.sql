-- Locks a key of an organization until the transaction ends. A step that begins to wait for an event and the
-- transaction that brings it take turns, so that neither misses the other.
--
-- Locks: an advisory lock by a hash of organization and key.
--
-- Cost: one entry of PostgreSQL's lock table until the transaction ends. No table is read.
create or replace function workflow_lock_key(p_organization_id text, p_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_organization_id || ' ' || p_key, 4812))
$$;
