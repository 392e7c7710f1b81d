-- Trigger of new calls: adds their number to call_changes, one row for each campaign, type and hour of the
-- statement. Further attempts to reach a customer are counted apart, with the reason 'retry', so that the calls without
-- it are the customers. Calls that are stored as already over are counted as ended too.
--
-- Takes no locks but those of the rows it inserts.
--
-- Cost: each statement adds one grouping of its rows and one row of call_changes for each group. Calls that are stored
-- as over add a second grouping, and one row of ended_calls each.
create or replace function count_created_calls() returns trigger language plpgsql as $$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select f.organization_id, f.campaign_id, f.type, '', case when f.attempt > 1 then 'retry' else '' end,
      date_trunc('hour', f.created_at, 'UTC'), count(*)
    from fresh f group by 1, 2, 3, 5, 6;
  if exists (select from fresh f where f.status in ('ended', 'canceled')) then
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      select f.organization_id, f.campaign_id, f.type, f.status, coalesce(f.ended_reason, ''),
        date_trunc('hour', coalesce(f.ended_at, f.created_at), 'UTC'), count(*)
      from fresh f where f.status in ('ended', 'canceled') group by 1, 2, 3, 4, 5, 6;
    insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
      select f.organization_id, f.status, f.call_id, f.campaign_id, f.agent_id from fresh f
      where f.status in ('ended', 'canceled');
  end if;
  return null;
end $$;
