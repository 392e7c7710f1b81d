-- What a call came to is put together only where a run of a workflow waits for it.
create or replace function workflow_call_ended() returns trigger language plpgsql as $$
begin
  if exists (select from workflow_steps where organization_id = new.organization_id
      and wake_key = 'call:' || new.call_id and status = 'waiting') then
    perform workflow_wake(new.organization_id, 'call:' || new.call_id, 'completed',
      call_event_data(new.organization_id, new.call_id, 'call.ended'), null);
  end if;
  return null;
end $$;
