-- Makes calls wait until the given time because every number that they may be made from has reached its daily
-- limit. Records this in call_events.
--
-- Locks: the rows of queued_calls by call id, skipping locked rows (delay_queued_calls). The caller holds the
-- organization's slot row.
--
-- Cost: one statement for all calls. Each call adds one update of queued_calls by key and one row of call_events.
create or replace function hold_for_numbers(p_organization_id text,
  p_full number_hold[]) returns void language plpgsql as $$
begin
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, h.call_id, 'held', 'number-limit',
      'Every number that the call may use has reached its calls of the day. Parley checks the call again at '
      || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.', h.due_at
    from delay_queued_calls(p_organization_id, array(select f.call_id from unnest(p_full) as f),
      array(select f.until from unnest(p_full) as f), 'number-limit') h;
end $$;
