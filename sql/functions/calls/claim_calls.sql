-- Moves calls from the queue to the live ones and returns the ids of those that were still queued. Each gets its
-- number and trunk, the published version of its agent, and the identity of its INVITE, which is stored before the
-- INVITE may be sent.
--
-- Locks, in order: phone_numbers and trunks by key (for key share), then the rows of calls, queued_calls and
-- live_calls, trunk_rates (record_trunk_calls) and number_days (count_number_calls). The caller holds the
-- organization's slot row.
--
-- Cost: calls are updated by a list of ids and not by a join. A join that was planned while the table was small
-- reads all of it once it is large.
create or replace function claim_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[],
  p_now timestamp with time zone)
returns text[]
language plpgsql
as $function$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  number_ids text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  trunk_ids text[] := array(select t.trunk_id from unnest(p_taken) as t);
  claimed text[];
  counted record;
begin
  -- The number that a call asks for cannot be deleted. Another chosen number and the trunk may have been.
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = any(number_ids)
    order by phone_number_id for key share;
  perform from trunks where organization_id = p_organization_id and trunk_id = any(trunk_ids)
    order by trunk_id for key share;
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = (select t.trunk_id from trunks t where t.organization_id = c.organization_id
        and t.trunk_id = trunk_ids[array_position(ids, c.call_id)]),
      dial_number_id = nullif(number_ids[array_position(ids, c.call_id)], c.phone_number_id),
      dial_number = case when number_ids[array_position(ids, c.call_id)] <> c.phone_number_id then (
        select n.phone_number from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]) end,
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    where c.organization_id = p_organization_id and c.call_id = any(ids) and c.status = 'queued'
      and (c.phone_number_id = number_ids[array_position(ids, c.call_id)] or exists (
        select from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]))
    returning c.call_id, c.campaign_id, c.trunk_id, c.customer_number
  ), left_queue as (
    select l.call_id, l.due_at from (select array_agg(call_id) as call_ids from moved) m,
      leave_queue(p_organization_id, m.call_ids) l
  ), entered as (
    insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number, due_at)
      select p_organization_id, m.call_id, m.campaign_id, p_node_id, m.trunk_id, m.customer_number, l.due_at
      from moved m left join left_queue l on l.call_id = m.call_id
  )
  select coalesce(array_agg(m.call_id), '{}') into claimed from moved m;
  for counted in
    select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t
    where t.trunk_id is not null and t.call_id = any(claimed) group by t.trunk_id
  loop
    perform record_trunk_calls(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  perform count_number_calls(p_organization_id, p_taken, claimed, p_now);
  return claimed;
end $function$;
