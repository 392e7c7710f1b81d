-- Makes calls wait until the given time because every number that they may be made from has reached its daily
-- limit. Records this in call_events.
--
-- Locks: the rows of queued_calls by call id, skipping locked rows. The caller holds the organization's slot row.
create or replace function hold_for_numbers(p_organization_id text,
  p_full number_hold[]) returns void language plpgsql as $$
begin
  with free as (
    select q.call_id, f.until from queued_calls q join unnest(p_full) as f on f.call_id = q.call_id
    where q.organization_id = p_organization_id order by q.call_id for update of q skip locked
  ), held as (
    update queued_calls q set due_at = f.until, hold_reason = 'number-limit' from free f
      where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.due_at
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, h.call_id, 'held', 'number-limit',
      'Every number that the call may use has reached its calls of the day. Parley checks the call again at '
      || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.', h.due_at
    from held h;
end $$;
