-- Trigger of calls that end: completes the workflow steps that wait for the call. Puts the result together only
-- where a step waits.
--
-- Locks: those of workflow_wake, only where a step waits.
--
-- Cost: putting the result together for every call was a tenth of PostgreSQL's time in a simulation
-- (docs/decisions/2026-11-21-cost-of-accepting-a-call.md).
create or replace function workflow_call_ended() returns trigger language plpgsql as $$
begin
  if exists (select from workflow_steps where organization_id = new.organization_id
      and wake_key = 'call:' || new.call_id and status = 'waiting') then
    perform workflow_wake(new.organization_id, 'call:' || new.call_id, 'completed',
      call_event_data(new.organization_id, new.call_id, 'call.ended'), null);
  end if;
  return null;
end $$;
