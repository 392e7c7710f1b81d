-- What ends an answered call from outside of the process that carries it: its dialogs (RFC 3261 §12), as `src/sip` writes
-- them down. And the second legs of callers who are put through, which take a line of the organization and of the trunk.
alter table calls
  add column sip_dialog json,
  add column second_leg_trunk_id text,
  add column second_leg_dialog json;

-- The lines that the calls of an organization take: a caller who is put through takes two.
create function live_legs(p_organization_id text) returns integer language sql stable as $$
  select (count(*) + count(second_leg_trunk_id))::integer from calls
  where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding')
$$;

create or replace function calls_on_trunk(p_organization_id text, p_trunk_id text) returns integer language sql as $$
  select (count(*) filter (where coalesce(c.trunk_id, n.trunk_id) = p_trunk_id)
    + count(*) filter (where c.second_leg_trunk_id = p_trunk_id))::integer
  from calls c
    left join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
  where c.organization_id = p_organization_id and c.status in ('dialing', 'ringing', 'in-progress', 'forwarding')
$$;

-- A line for the second leg of a call, in place of the one that it had: `stands`, `organization-limit`, `trunk-limit`,
-- or `gone` where the call is not this process's to put through.
create function take_second_leg(p_organization_id text, p_call_id text, p_node_id text, p_trunk_id text)
returns text language plpgsql as $$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  update calls set second_leg_trunk_id = null, second_leg_dialog = null
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'forwarding';
  if not found then return 'gone'; end if;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room <= 0 then return 'organization-limit'; end if;
  if trunk_room(p_organization_id, p_trunk_id, 0) <= 0 then return 'trunk-limit'; end if;
  update calls set second_leg_trunk_id = p_trunk_id
    where organization_id = p_organization_id and call_id = p_call_id;
  perform note_let_through(p_organization_id, p_trunk_id, 1);
  return 'stands';
end $$;

create or replace function claim_calls(p_organization_id text, p_node_id text, p_max integer) returns setof text language plpgsql as $$
declare
  organization record;
  room integer;
  due_ids text[];
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls, dialing into organization from organizations where organization_id = p_organization_id;
  if organization.dialing = 'off' then return; end if;
  room := organization.max_concurrent_calls - live_legs(p_organization_id);
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

create or replace function unpark_calls(p_organization_id text, p_max integer) returns void language plpgsql as $$
declare
  n record;
  room integer;
begin
  if not exists (select from calls where organization_id = p_organization_id and status = 'queued'
      and hold_reason = 'trunk-limit' limit 1) then return; end if;
  select least(p_max, max_concurrent_calls - live_legs(p_organization_id)) into room
    from organizations where organization_id = p_organization_id and dialing = 'on';
  if room is null or room <= 0 then return; end if;
  for n in
    select p.phone_number_id, usable_trunk(p_organization_id, p.phone_number_id) as trunk_id from phone_numbers p
    where p.organization_id = p_organization_id and exists (
      select from calls c where c.organization_id = p_organization_id and c.phone_number_id = p.phone_number_id
        and c.status = 'queued' and c.hold_reason = 'trunk-limit' limit 1)
  loop
    update calls set due_at = least(created_at, now()), hold_reason = null
      where organization_id = p_organization_id and call_id = any(array(
        select call_id from calls where organization_id = p_organization_id and phone_number_id = n.phone_number_id
          and status = 'queued' and hold_reason = 'trunk-limit'
        order by due_at, call_id limit least(room, trunk_room(p_organization_id, n.trunk_id, 0))
        for update skip locked));
  end loop;
end $$;

create or replace function note_caps(p_organization_id text) returns void language plpgsql as $$
declare
  c record;
begin
  for c in
    with live as (
      select campaign_id, count(*)::integer as calls from calls
      where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding')
      group by campaign_id
    ), reached as (
      select '' as campaign_id, max_concurrent_calls as cap from organizations
      where organization_id = p_organization_id
        and max_concurrent_calls <= live_legs(p_organization_id)
      union all
      select k.campaign_id, k.max_concurrent_calls from live join campaigns k
        on k.organization_id = p_organization_id and k.campaign_id = live.campaign_id
      where k.status = 'running' and k.max_concurrent_calls <= live.calls
    ), noted as (
      select campaign_id, hold_id, cap from holds
      where organization_id = p_organization_id and until is null and reason in ('organization-limit', 'campaign-limit')
    )
    select campaign_id, r.cap, n.hold_id from reached r full join noted n using (campaign_id)
    where r.cap is distinct from n.cap
  loop
    if c.hold_id is not null then
      update holds set until = clock_timestamp()
        where organization_id = p_organization_id and campaign_id = c.campaign_id and hold_id = c.hold_id;
    end if;
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id) then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $$;
