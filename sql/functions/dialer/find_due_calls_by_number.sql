-- Returns the first due calls of one campaign and priority, from each number that can call now (`p_capacities`), and no
-- more of a number than its trunk and its daily limit leave room for. Calls in `p_passed_over` are left out.
--
-- Takes no locks.
--
-- Cost: one descent of the index queued_calls_numbers for each number that the campaign's calls are from, however
-- long the queue is.
create or replace function find_due_calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint,
  p_now timestamp with time zone, p_passed_over text[], p_max integer, p_capacities number_capacity[])
 returns table(call_id text, due_at timestamp with time zone, priority smallint, phone_number_id text,
  trunk_id text, room integer)
 language plpgsql
as $$
#variable_conflict use_column
declare
  has_local boolean := exists (select from unnest(p_capacities) as r where r.is_local and coalesce(least(r.room, r.of_day), 1) > 0);
begin
  return query
    with recursive n as (
      (select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
        order by q.phone_number_id, q.is_local limit 1)
      union all
      select x.* from n cross join lateral (
        select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
          and (q.phone_number_id, q.is_local) > (n.phone_number_id, n.is_local)
        order by q.phone_number_id, q.is_local limit 1) x
    ), callable as (
      select n.phone_number_id, n.is_local, case when not n.is_local then r.trunk_id end as trunk_id,
        case when not n.is_local then r.room end as room,
        case when not n.is_local then r.of_day end as of_day
      from n left join unnest(p_capacities) as r on r.phone_number_id = n.phone_number_id and coalesce(least(r.room, r.of_day), 1) > 0
      where r.phone_number_id is not null or n.is_local and has_local
    )
    select q.call_id, q.due_at, p_priority, c.phone_number_id, c.trunk_id, c.room
    from callable c cross join lateral (
      select f.call_id, f.due_at::timestamptz as due_at from queued_calls f
      where f.organization_id = p_organization_id and f.campaign_id = p_campaign_id and f.priority = p_priority
        and f.phone_number_id = c.phone_number_id and f.is_local = c.is_local and f.due_at <= p_now
        and f.call_id <> all(p_passed_over)
      order by f.due_at, f.call_id limit least(p_max, c.room, c.of_day)) q;
end $$;
