-- The queue of an organization in the order in which its calls are due, whatever their campaign. A claim adds nothing
-- to it.
create index calls_first_due on calls (organization_id, due_at, call_id) where status = 'queued';

-- Claims due calls as before, and answers them in the order of their due times. They are found by looking at the first
-- of the queue, which is one descent of an index, where looking at each open campaign's first call is one for each
-- campaign. Only where too many of the first belong to campaigns that are paused or full is each campaign looked at.
-- The chosen calls are updated by a list of ids and not by a join: a join planned while the table was small reads all of
-- it once it is not.
--
-- `npm run bench -- --only claims`, one run on two cores at a load of 9 to 25; 1,000,000 queued calls against 1000:
-- 50 at a time 1.30x (1 campaign) and 1.30x (1000 campaigns), one at a time 1.08x and 1.26x; before 1.46x to 2.47x.
create or replace function claim_calls(p_organization_id text, p_node_id text, p_max integer)
  returns setof text language plpgsql as $$
declare
  organization record;
  room integer;
  due_ids text[];
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls, dialing into organization from organizations where organization_id = p_organization_id;
  if organization.dialing = 'off' then return; end if;
  select organization.max_concurrent_calls - count(*) into room from calls
    where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding');
  room := least(room, p_max);
  if room <= 0 then return; end if;
  due_ids := coalesce(first_due_calls(p_organization_id, room), due_calls_by_campaign(p_organization_id, room));
  return query
    with claimed as (
      update calls c set status = 'dialing', node_id = p_node_id, hold_reason = null, dialing_at = clock_timestamp(),
        agent_version = (select version from agents a
          where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
        sip_call_id = replace(gen_random_uuid()::text, '-', ''),
        sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
        sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
        sip_cseq = 1 + floor(random() * 1000000)::integer
      where c.organization_id = p_organization_id and c.call_id = any(due_ids) and c.status = 'queued'
      returning c.call_id, c.due_at
    )
    select call_id from claimed order by due_at, call_id;
end $$;

-- The next `p_room` calls that caps allow, in the order of their due times, told by the first of the queue; null: these
-- do not tell, because too many of them belong to campaigns that take none. Whatever comes behind them is due later, so
-- enough among them are the right ones. The caller holds the organization's slot row.
create function first_due_calls(p_organization_id text, p_room integer) returns text[] language plpgsql as $$
declare
  looked_at integer := 20 + 2 * p_room;
  found_calls integer;
  due_ids text[];
begin
  with first as materialized (
    select call_id, campaign_id, due_at from calls
    where organization_id = p_organization_id and status = 'queued' and due_at <= now()
    order by due_at, call_id limit looked_at
  ), live as (
    select campaign_id, count(*)::integer as calls from calls
    where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding')
    group by campaign_id
  ), open_campaigns as (
    select f.campaign_id, case when f.campaign_id = '' then p_room
        else coalesce(k.max_concurrent_calls - coalesce(live.calls, 0), p_room) end as campaign_room
    from (select distinct campaign_id from first) f
      left join campaigns k on k.organization_id = p_organization_id and k.campaign_id = f.campaign_id
      left join live on live.campaign_id = f.campaign_id
    where f.campaign_id = '' or k.status = 'running' and (k.end_at is null or k.end_at > now())
  ), placed as (
    select call_id, campaign_id, due_at, row_number() over (partition by campaign_id order by due_at, call_id) as place
    from first
  )
  select (select count(*) from first), array(
      select p.call_id from placed p join open_campaigns o on o.campaign_id = p.campaign_id
      where p.place <= o.campaign_room order by p.due_at, p.call_id limit p_room)
    into found_calls, due_ids;
  if cardinality(due_ids) < p_room and found_calls = looked_at then return null; end if;
  return due_ids;
end $$;

-- The same calls, told by the first ones of each open campaign. Each is one descent of the index calls_due. Only the
-- campaigns with the earliest first calls can have calls among the next `p_room` ones, and the n-th of them
-- `p_room + 1 - n` at most, because the first calls of those before it come earlier. Planned for the queue as it is: with
-- a limit that the planner does not know it reads far too much (20 ms where 2 ms are enough, over 150,000 calls).
create function due_calls_by_campaign(p_organization_id text, p_room integer) returns text[] language plpgsql
  set plan_cache_mode = auto as $$
begin
  return array(
  with live as (
    select campaign_id, count(*)::integer as calls from calls
    where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding')
    group by campaign_id
  ), open_campaigns as (
    select '' as campaign_id, p_room as campaign_room
    union all
    select k.campaign_id, least(p_room, coalesce(k.max_concurrent_calls - coalesce(live.calls, 0), p_room))
    from campaigns k left join live on live.campaign_id = k.campaign_id
    where k.organization_id = p_organization_id and k.status = 'running' and (k.end_at is null or k.end_at > now())
  ), firsts as (
    select o.campaign_id, o.campaign_room, row_number() over (order by q.due_at, q.call_id)::integer as place
    from open_campaigns o cross join lateral (
      select call_id, due_at from calls
      where organization_id = p_organization_id and campaign_id = o.campaign_id and status = 'queued'
        and due_at <= now()
      order by due_at, call_id limit 1
    ) q
    where o.campaign_room > 0
    order by q.due_at, q.call_id limit p_room
  ), due as (
    select q.call_id, q.due_at from firsts f cross join lateral (
      select call_id, due_at from calls
      where organization_id = p_organization_id and campaign_id = f.campaign_id and status = 'queued'
        and due_at <= now()
      order by due_at, call_id limit least(f.campaign_room, p_room + 1 - f.place)
    ) q
    order by q.due_at, q.call_id limit p_room
  )
    select call_id from due order by due_at, call_id);
end $$;

-- Planned once for a session and not for each claim: the planner takes a limit that it does not know for a tenth of the
-- queue, so that over a long one it preferred to plan anew each time, which cost more than the claim. Without reading
-- the whole table, because the plan may be made while it is small and serve when it is not.
alter function claim_due_calls set plan_cache_mode = force_generic_plan;
alter function claim_due_calls set enable_seqscan = off;
