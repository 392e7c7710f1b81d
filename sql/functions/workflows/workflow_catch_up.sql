-- Completes the steps of a resumed run whose call or run ended while nothing waited for it.
--
-- Locks, in order of the keys: the awaited call or run (for share; a transaction that ends it at this moment does
-- not see that it is awaited, so this one waits for it), then those of workflow_wake.
--
-- Cost: the steps of the run are read once. Each awaited call or run adds one lookup by its key and, once it is over or
-- gone, one call of workflow_wake.
create or replace function workflow_catch_up(p_organization_id text, p_run_id text) returns void language plpgsql as $$
declare
  key text;
  over text;
  ended workflow_runs;
begin
  for key in select distinct wake_key from workflow_steps
    where organization_id = p_organization_id and run_id = p_run_id and status = 'waiting' and wake_key is not null
    order by wake_key
  loop
    if key like 'call:%' then
      select status into over from calls
        where organization_id = p_organization_id and call_id = substr(key, 6) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the call is no longer on record');
      elsif over in ('ended', 'canceled') then
        perform workflow_wake(p_organization_id, key, 'completed',
          call_event_data(p_organization_id, substr(key, 6), 'call.ended'), null);
      end if;
    elsif key like 'run:%' then
      select * into ended from workflow_runs
        where organization_id = p_organization_id and run_id = substr(key, 5) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the run is no longer on record');
      elsif ended.status not in ('running', 'waiting') then
        perform workflow_report_run_end(ended);
      end if;
    end if;
  end loop;
end $$;
