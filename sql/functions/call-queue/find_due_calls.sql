-- Returns the next due calls of an organization in fair order: at most `p_room`, those with the smallest start tags
-- (start-time fair queueing, docs/decisions/2026-11-21-queue-table-and-fair-lanes.md). `done` are the campaigns of
-- which all that is due is among the candidates or was so before. `is_all`: there are no others.
--
-- Calls in `p_passed_over` and campaigns in `p_done` are left out. Where `p_capacities` is given, only calls from
-- numbers with room are considered. A campaign is left out while it is paused, over, at its cap, or its circuit is
-- open. Of a campaign of a team no more calls are found than its allowance has left.
--
-- Takes no locks. The caller holds the organization's slot row.
--
-- Cost: the due lanes are read whole. Of those with room, the first `p_room + 20` are looked into, by one index
-- descent for each of their priorities, for a little more than their share.
create or replace function find_due_calls(p_organization_id text, p_room integer, p_now timestamp with time zone,
  p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[],
  p_capacities number_capacity[], out candidates dial_candidate[], out done text[], out is_all boolean)
returns record
language plpgsql
as $$
declare
  lanes integer;
begin
  with mine as materialized (
    select t.campaign_id, count(*)::integer as calls from unnest(p_taken) as t group by t.campaign_id
  ), due as materialized (
    select l.campaign_id, l.priorities, greatest(l.pass, p_virtual_time) as pass from dial_lanes l
    where l.organization_id = p_organization_id and l.first_due_at <= p_now and l.campaign_id <> all(p_done)
    order by l.pass, l.first_due_at, l.campaign_id
  ), open_lanes as materialized (
    select d.campaign_id, d.priorities, k.weight, d.pass + coalesce(m.calls, 0) / k.weight::double precision as pass,
      least(p_room, k.room - coalesce(m.calls, 0)) as room
    from due d cross join lateral (
        select 1 as weight, 2147483647 as room where d.campaign_id = ''
        union all
        select c.weight, coalesce(least(
            case when c.max_concurrent_calls is not null then c.max_concurrent_calls
              - (select count(*)::integer from live_calls v
                where v.organization_id = p_organization_id and v.campaign_id = c.campaign_id) end,
            -- Only one call probes a circuit that is not closed.
            (select 1 from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
              and ci.subject_id = c.campaign_id and ci.state <> 'closed'),
            case when c.dialing_mode <> 'agent' then coalesce((
              select (a.allowed_through - a.claimed)::integer from campaign_pacing a
              where a.organization_id = p_organization_id and a.campaign_id = c.campaign_id
                and a.allowed_until > p_now), 0) end), 2147483647)
        from campaigns c where c.organization_id = p_organization_id and c.campaign_id = d.campaign_id
          and c.status = 'running' and (c.end_at is null or c.end_at > p_now)
          and not exists (select from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
            and ci.subject_id = c.campaign_id and ci.state <> 'closed' and ci.probe_at > p_now)
      ) k left join mine m on m.campaign_id = d.campaign_id
    where k.room > coalesce(m.calls, 0)
    limit p_room + 20
  ), asked as (
    select o.*, least(o.room, ceil(p_room * o.weight / sum(o.weight) over ())::integer + 2) as asked from open_lanes o
  ), found as (
    select a.campaign_id, a.weight, a.asked, q.call_id, q.due_at, q.phone_number_id, q.trunk_id, q.room,
      a.pass + (row_number() over (partition by a.campaign_id order by q.priority desc, q.due_at, q.call_id) - 1)
        / a.weight::double precision as start_tag
    from asked a left join lateral (
      select f.* from unnest(a.priorities) as p (priority) cross join lateral (
        (select c.call_id, c.due_at, c.priority, c.phone_number_id, null::text as trunk_id, null::integer as room
        from queued_calls c
        where p_capacities is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id
          and c.priority = p.priority and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from find_due_calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over,
          a.asked, p_capacities) as n where p_capacities is not null) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), fitting as (
    -- Keeps the first calls of each trunk, as many as it has room for.
    select f.campaign_id, f.weight, f.asked, f.due_at, f.phone_number_id, f.start_tag, case when f.room is null
      or row_number() over (partition by f.trunk_id order by f.start_tag, f.due_at, f.call_id) <= f.room
      then f.call_id end as call_id
    from found f
  ), placed as materialized (
    select f.*, row_number() over (order by f.call_id is null, f.start_tag, f.due_at, f.call_id) as place
    from fitting f
  ), judged as (
    select p.campaign_id, count(p.call_id) < min(p.asked) and bool_and(p.call_id is null or p.place <= p_room) as is_done
    from placed p group by p.campaign_id
  )
  select array(
      select row(p.call_id, p.campaign_id, p.phone_number_id, null, p.weight, p.start_tag)::dial_candidate from placed p
      where p.call_id is not null and p.place <= p_room order by p.place),
    array(select j.campaign_id from judged j where j.is_done), (select count(*) from judged)
    into candidates, done, lanes;
  is_all := lanes < p_room + 20 and lanes = cardinality(done);
end $$;
