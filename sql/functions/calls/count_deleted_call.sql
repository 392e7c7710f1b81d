-- Trigger of deleted calls. A call that was over stays counted and leaves ended_calls. A call that was not over is
-- taken out of the counts.
--
-- Locks: only the row of ended_calls that it deletes.
--
-- Cost: each deleted call adds one deletion by key from ended_calls, or one row of call_changes.
create or replace function count_deleted_call() returns trigger language plpgsql as $$
begin
  if old.status in ('ended', 'canceled') then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  else
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      values (old.organization_id, old.campaign_id, old.type, '', case when old.attempt > 1 then 'retry' else '' end,
        date_trunc('hour', old.created_at, 'UTC'), -1);
  end if;
  return null;
end $$;
