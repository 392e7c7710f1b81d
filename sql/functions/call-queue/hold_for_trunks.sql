-- Makes calls of local presence wait 30 seconds when neither a number near the customer nor their own can call now
-- but others can. They would otherwise stay in front of calls that can be made.
--
-- Locks: the rows of queued_calls by call id, skipping locked rows (delay_queued_calls). The caller holds the
-- organization's slot row.
--
-- Cost: one delay_queued_calls for all calls, independent of the length of the queue.
create or replace function hold_for_trunks(p_organization_id text, p_call_ids text[], p_now timestamptz) returns void
  language sql as $$
  select from delay_queued_calls(p_organization_id, p_call_ids,
    array_fill(p_now + interval '30 seconds', array[cardinality(p_call_ids)]), 'trunk-limit')
$$;
