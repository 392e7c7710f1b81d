-- Makes calls of local presence wait 30 seconds when neither a number near the customer nor their own can call now
-- but others can. They would otherwise stay in front of calls that can be made.
--
-- Locks: the rows of queued_calls by call id, skipping locked rows. The caller holds the organization's slot row.
create or replace function hold_for_trunks(p_organization_id text, p_call_ids text[], p_now timestamptz) returns void
  language sql as $$
  with free as (
    select call_id from queued_calls where organization_id = p_organization_id and call_id = any(p_call_ids)
    order by call_id for update skip locked)
  update queued_calls q set due_at = p_now + interval '30 seconds', hold_reason = 'trunk-limit'
    from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
$$;
