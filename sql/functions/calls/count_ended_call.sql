-- Trigger of calls that end, that come back to life, or whose outcome changes: adds to call_changes (+1 for the new
-- outcome, −1 for the old one) and keeps ended_calls in step.
--
-- Counts are changes and no counters, so that ends of one campaign never wait for each other. add_up_call_changes
-- adds them up later.
--
-- Locks: only the row of ended_calls that it inserts or deletes.
--
-- Cost: each changed call adds one or two rows of call_changes. It adds at most one deletion by key from ended_calls
-- and one row there.
create or replace function count_ended_call() returns trigger language plpgsql as $$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select v.organization_id, v.campaign_id, v.type, v.status, coalesce(v.ended_reason, ''),
      date_trunc('hour', coalesce(v.ended_at, dialer_now()), 'UTC'), v.sign
    from (values
      (old.organization_id, old.campaign_id, old.type, old.status, old.ended_reason, old.ended_at, -1),
      (new.organization_id, new.campaign_id, new.type, new.status, new.ended_reason, new.ended_at, 1))
      as v (organization_id, campaign_id, type, status, ended_reason, ended_at, sign)
    where v.status in ('ended', 'canceled');
  if old.status in ('ended', 'canceled') and old.status <> new.status then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  end if;
  if new.status in ('ended', 'canceled') and old.status <> new.status then
    insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
      values (new.organization_id, new.status, new.call_id, new.campaign_id, new.agent_id);
  end if;
  return null;
end $$;
