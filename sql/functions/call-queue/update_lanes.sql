-- Records in the lanes what a claim took (their position in the fair order), and when lanes that were emptied are
-- looked at next. `p_is_cut_short` says that more lanes are due than were looked at.
--
-- A call that is being queued at this moment, by a transaction that found `first_due_at` low enough, is not seen
-- here. An emptied lane is therefore looked at again after 100 ms, then whenever it has been empty twice as long,
-- at least once a minute. reconcile_lanes finds what is committed later still.
--
-- Locks: the rows of dial_lanes by key. Skips locked rows, so that a claim does not wait for a batch that is being
-- queued. Then the organization's slot row, which the caller holds already.
--
-- Cost: three statements for all lanes. Each lane in `p_done` adds one descent of the index queued_calls_order for each
-- of its priorities. None depends on the length of the queue.
create or replace function update_lanes(p_organization_id text, p_virtual_time double precision,
  p_taken dial_candidate[], p_done text[], p_now timestamp with time zone, p_is_cut_short boolean)
returns void
language plpgsql
as $$
declare
  campaign_ids text[];
  passes double precision[];
  last_tag double precision;
  free text[];
begin
  select array_agg(s.campaign_id), array_agg(s.pass), max(s.tag) into campaign_ids, passes, last_tag from (
    select t.campaign_id, max(t.start_tag + 1.0 / t.weight) as pass, max(t.start_tag) as tag from unnest(p_taken) as t
    group by t.campaign_id) s;
  -- Skips lanes that another transaction writes, such as a batch that is being queued. They are looked at again.
  free := array(select l.campaign_id from dial_lanes l
    where l.organization_id = p_organization_id and l.campaign_id = any(p_done || campaign_ids)
    order by l.campaign_id for update skip locked);
  update dial_lanes l set pass = coalesce(passes[array_position(campaign_ids, l.campaign_id)], l.pass),
      first_due_at = case when not l.campaign_id = any(p_done) then l.first_due_at
        -- Lanes whose calls all wait for trunks are looked at after the lanes behind them.
        else greatest(case when p_is_cut_short and not l.campaign_id = any(coalesce(campaign_ids, '{}'))
            then p_now + interval '200 ms' end, least(
          (select min(q.due_at) from unnest(l.priorities) as p (priority) cross join lateral (
            select c.due_at from queued_calls c where c.organization_id = l.organization_id
              and c.campaign_id = l.campaign_id and c.priority = p.priority
            order by c.due_at, c.call_id limit 1) q),
          p_now + case when l.campaign_id = any(campaign_ids) or l.emptied_at is null then interval '100 ms'
            else least(greatest(p_now - l.emptied_at, interval '100 ms'), interval '1 minute') end)) end,
      emptied_at = case when not l.campaign_id = any(p_done) then null
        when l.campaign_id = any(campaign_ids) then p_now else coalesce(l.emptied_at, p_now) end
    where l.organization_id = p_organization_id and l.campaign_id = any(free);
  if last_tag > p_virtual_time then
    update organization_slots set virtual_time = last_tag where organization_id = p_organization_id;
  end if;
end $$;
