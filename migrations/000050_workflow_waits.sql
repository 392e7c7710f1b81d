-- The end of a call is what steps of workflows may wait for.
create function workflow_call_ended() returns trigger language plpgsql as $$
begin
  perform workflow_wake(new.organization_id, 'call:' || new.call_id, 'completed',
    call_event_data(new.organization_id, new.call_id, 'call.ended'), null);
  return null;
end $$;
create trigger calls_ended_for_workflows after update of status on calls for each row
  when (new.status in ('ended', 'canceled') and old.status not in ('ended', 'canceled'))
  execute function workflow_call_ended();
