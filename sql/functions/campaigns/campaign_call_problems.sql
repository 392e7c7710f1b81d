-- Returns each call of `p_items` that cannot be queued, by its position from 1, with its problems. A problem is the
-- path of a field, or one of these:
--   `maxConcurrentCalls:10`  the value is above the organization's limit, here 10
--   `schedule-stale`         the due time was computed with another version of the schedule
--   `agent`                  the agent does not exist; no other field was checked
--
-- Takes no locks. The caller has locked the rows that the calls reference (lock_call_references).
--
-- Cost: equal items are checked once. When each item was checked, the checks took 11 % of PostgreSQL's time for
-- accepting a call (docs/decisions/2026-11-21-cost-of-accepting-a-call.md).
create or replace function campaign_call_problems(p_items campaign_call_item[])
returns setof campaign_call_refusal
language sql
stable
as $$
  select m.item::integer, c.problems
  from (
    select i.members,
      case when a.agent_id is null then array['agent'] else
        case when s.schedule_id is null then array['scheduleId']
          when s.version <> i."scheduleVersion" then array['schedule-stale'] else '{}' end
        || case when p.phone_number_id is null then array['phoneNumberId'] else '{}' end
        || array(select 'variables.' || name from unnest(a.required_variables) as name
            where name <> all (coalesce(i."givenVariables", '{}')))
        || case when i."callRetryConfigId" is not null and r.call_retry_config_id is null
            then array['callRetryConfigId'] else '{}' end
        || case when i."localPresenceEnabled" and not exists (
              select from phone_numbers l where l.organization_id = i."organizationId" and l.local_presence)
            then array['localPresenceEnabled'] else '{}' end
        || case when i."maxConcurrentCalls" > o.max_concurrent_calls
            then array['maxConcurrentCalls:' || o.max_concurrent_calls] else '{}' end
        || case when i."endAt" <= (select dialer_now()) then array['endCampaignAt'] else '{}' end
      end as problems
    from (
      select e."organizationId", e."agentId", e."scheduleId", e."scheduleVersion", e."phoneNumberId", e."givenVariables",
        e."callRetryConfigId", e."localPresenceEnabled", e."maxConcurrentCalls", e."endAt",
        array_agg(e.ordinality) as members
      from unnest(p_items) with ordinality e group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ) i
    left join agents a on a.organization_id = i."organizationId" and a.agent_id = i."agentId"
    left join schedules s on s.organization_id = i."organizationId" and s.schedule_id = i."scheduleId"
    left join phone_numbers p on p.organization_id = i."organizationId" and p.phone_number_id = i."phoneNumberId"
    left join retry_configs r on r.organization_id = i."organizationId" and r.call_retry_config_id = i."callRetryConfigId"
    left join organizations o on o.organization_id = i."organizationId" and i."maxConcurrentCalls" is not null
  ) c cross join unnest(c.members) as m (item)
  where cardinality(c.problems) > 0
$$;
