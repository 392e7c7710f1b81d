-- Gives queued calls a later due time each, and the reason for which they wait. Returns those that it changed. A call
-- that another transaction holds, such as one that is being canceled, stays as it is.
--
-- Locks: the rows of queued_calls by call id, skipping locked rows.
--
-- Cost: one statement for all calls. They are found by a list of ids and not by a join: a join that was planned
-- while the table was small reads all of it once it is large.
create or replace function delay_queued_calls(p_organization_id text, p_call_ids text[], p_due_at timestamptz[],
  p_reason text) returns table (call_id text, due_at timestamptz) language plpgsql as $$
#variable_conflict use_column
begin
  return query with free as (
    select q.call_id, p_due_at[array_position(p_call_ids, q.call_id)] as due_at from queued_calls q
    where q.organization_id = p_organization_id and q.call_id = any(p_call_ids)
    order by q.call_id for update skip locked
  )
  update queued_calls q set due_at = f.due_at, hold_reason = p_reason from free f
    where q.organization_id = p_organization_id and q.call_id = f.call_id
    returning q.call_id, q.due_at;
end $$;
