-- What an agent says and does, one row a published version; never changed. A draft is beside the agent itself.
create table agent_versions (
  organization_id text not null,
  agent_id text not null,
  version integer not null,
  configuration json not null,
  published_at timestamptz(3) not null,
  published_by text not null,
  primary key (organization_id, agent_id, version),
  foreign key (organization_id, agent_id) references agents on delete cascade
);

insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
  select organization_id, agent_id, 1,
    json_build_object('name', name, 'prompt', prompt, 'firstMessage', first_message, 'language', language,
      'variables', variables, 'model', model, 'voice', voice, 'transcriber', transcriber, 'tools', tools,
      'transferDestinations', transfer_destinations, 'analysis', analysis,
      'limits', json_build_object('maxDurationSeconds', max_duration_seconds, 'silenceSeconds', silence_seconds)),
    updated_at, 'system'
  from agents;

-- `version` is the published one, and `required_variables` are of it.
alter table agents
  add column version integer not null default 1,
  add column draft json,
  drop column name, drop column prompt, drop column first_message, drop column language, drop column variables,
  drop column model, drop column voice, drop column transcriber, drop column tools,
  drop column transfer_destinations, drop column analysis, drop column max_duration_seconds,
  drop column silence_seconds;

-- The version that the call ran; null until it is dialed.
alter table calls add column agent_version integer;

-- Claims due calls of one organization for one process: the conditional update to `dialing`, with the identity of
-- the INVITE stored in the row, which alone permits it to be sent. The call runs the version of its agent that is
-- published at this moment.
--
-- The organization's slot row is locked first and the live calls are counted in a later statement, which therefore
-- sees every claim that was committed before; counted in one statement with the lock, the count is of the
-- snapshot from before the wait, and caps are overshot. Costs do not depend on the length of the queue: each open
-- campaign is one descent of the index calls_due to its first due call. Only the campaigns with the earliest of these
-- can have calls among the next `room` ones, and the n-th of them `room + 1 - n` at most, because the first calls of
-- those before it come earlier.
create or replace function claim_calls(p_organization_id text, p_node_id text, p_max integer)
  returns setof text language plpgsql as $$
declare
  organization record;
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls, dialing into organization from organizations where organization_id = p_organization_id;
  if organization.dialing = 'off' then return; end if;
  select organization.max_concurrent_calls - count(*) into room from calls
    where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding');
  room := least(room, p_max);
  if room <= 0 then return; end if;
  return query
    with live as (
      select campaign_id, count(*)::integer as calls from calls
      where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding')
      group by campaign_id
    ), open_campaigns as (
      select '' as campaign_id, room as campaign_room
      union all
      select k.campaign_id, least(room, coalesce(k.max_concurrent_calls - coalesce(live.calls, 0), room))
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
      order by q.due_at, q.call_id limit room
    ), due as (
      select q.call_id from firsts f cross join lateral (
        select call_id, due_at from calls
        where organization_id = p_organization_id and campaign_id = f.campaign_id and status = 'queued'
          and due_at <= now()
        order by due_at, call_id limit least(f.campaign_room, room + 1 - f.place)
      ) q
      order by q.due_at, q.call_id limit room
    )
    update calls c set status = 'dialing', node_id = p_node_id, hold_reason = null, dialing_at = clock_timestamp(),
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    from due where c.organization_id = p_organization_id and c.call_id = due.call_id and c.status = 'queued'
    returning c.call_id;
end $$;
