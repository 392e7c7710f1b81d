-- Takes calls out of the queue. Returns when each was due.
--
-- Locks: the rows of queued_calls, in no order. The caller has already locked the rows of calls, which precede
-- queued_calls in the lock order.
--
-- Cost: one statement for all calls. PL/pgSQL, because it caches the plan across claims.
create or replace function leave_queue(p_organization_id text, p_call_ids text[])
  returns table (call_id text, due_at timestamptz) language plpgsql as $$
#variable_conflict use_column
begin
  return query delete from queued_calls q where q.organization_id = p_organization_id and q.call_id = any(p_call_ids)
    returning q.call_id, q.due_at;
end $$;
