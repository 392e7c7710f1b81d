-- What happened, stored in the transaction in which it happened, for webhooks, the feed and our own consumers.
-- Readers go from one snapshot to the next (docs/decisions/2026-11-21-events-are-read-between-snapshots.md): writers take
-- no lock, and nothing is missed or turned round when transactions commit out of order.
create table events (
  organization_id text not null,
  xid xid8 not null default pg_current_xact_id(),
  -- In the order in which changes of one resource took its lock.
  seq bigint not null generated always as identity,
  type text not null,
  -- What later events of the same thing are kept in order by.
  resource_id text not null,
  at timestamp(6) with time zone not null default dialer_now(),
  -- Null: what it tells is in the rows that it names (event_data).
  data json,
  primary key (organization_id, xid, seq)
);

-- Moments at which a window may end, so that a reader that is far behind has windows of bounded size.
create table event_cuts (
  cut_id bigint primary key generated always as identity,
  snapshot pg_snapshot not null,
  below xid8 not null generated always as (pg_snapshot_xmax(snapshot)) stored,
  seq bigint not null,
  at timestamp(3) with time zone not null default clock_timestamp()
);
create index event_cuts_below on event_cuts (below, cut_id);

-- How far each of the program's own consumers has come, moved in the transaction of what it did with the events.
create table event_consumers (
  organization_id text not null references organizations on delete cascade,
  consumer text not null,
  seen pg_snapshot not null,
  reading pg_snapshot,
  seq bigint not null,
  primary key (organization_id, consumer)
);
create index event_consumers_name on event_consumers (consumer);

create function rfc3339(p_at timestamptz) returns text language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- What has ended by now. PostgreSQL counts the transaction that asks among what has ended; here it has not.
create function event_snapshot() returns pg_snapshot language sql stable as $$
  select case when own is null or own >= pg_snapshot_xmax(s) then s else (
    least(own, pg_snapshot_xmin(s)) || ':' || pg_snapshot_xmax(s) || ':'
      || (select string_agg(x::text, ',' order by x) from (select own as x union select pg_snapshot_xip(s)) o)
    )::pg_snapshot end
  from (select pg_current_snapshot() as s, pg_current_xact_id_if_assigned() as own) n
$$;

-- Whether events of the organization can be read that are not among those of `p_seen`.
create function has_events(p_organization_id text, p_seen pg_snapshot) returns boolean language sql stable as $$
  select exists (select from events e where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmin(p_seen)
    and not pg_visible_in_snapshot(e.xid, p_seen))
$$;

create function call_event_data(p_organization_id text, p_call_id text, p_type text) returns json language sql stable as $$
  select case p_type
    when 'call.queued' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number, 'requestedPhoneNumberId', c.phone_number_id,
      'attempt', c.attempt, 'campaignParentCallIds', c.parent_call_ids, 'priority', c.priority,
      'createdAt', rfc3339(c.created_at))
    when 'call.started' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number,
      'phoneNumber', coalesce(c.dial_number, c.phone_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'externalId', c.external_id, 'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at))
    when 'call.ended' then json_build_object('callId', c.call_id, 'type', c.type, 'status', c.status,
      'agentId', c.agent_id, 'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''),
      'customerNumber', c.customer_number, 'phoneNumber', coalesce(c.dial_number, c.phone_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'campaignParentCallIds', c.parent_call_ids, 'externalId', c.external_id,
      'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at), 'endedAt', rfc3339(c.ended_at),
      'endedBy', c.ended_by, 'endedReason', c.ended_reason, 'sipCode', c.sip_code, 'sipReason', c.sip_reason,
      'answeredBy', c.answered_by, 'transferDestination', c.transfer_destination,
      'hasRecording', c.recording_file is not null)
    else json_build_object('callId', c.call_id, 'agentId', c.agent_id, 'campaignId', nullif(c.campaign_id, ''),
      'status', c.analysis_status, 'summary', c.summary, 'analysis', c.analysis, 'qa', c.qa)
  end
  from calls c where c.organization_id = p_organization_id and c.call_id = p_call_id
$$;

create function chat_message_event_data(p_organization_id text, p_chat_id text, p_data json) returns json language sql stable
as $$
  select json_build_object('chatId', m.chat_id, 'messageId', m.message_id, 'position', m.position, 'role', m.role,
    'content', m.content, 'agentName', m.agent_name, 'toolName', m.tool_name, 'createdAt', rfc3339(m.created_at))
  from chat_messages m
  where m.organization_id = p_organization_id and m.chat_id = p_chat_id and m.position = (p_data ->> 'position')::integer
$$;

-- What an event tells. What is in the row of a call, a message or the audit log is read there, so that there is no second
-- copy of it; only what never changes again may be told so. Where the row is gone, what remains is its id.
create function event_data(e events) returns json language sql stable as $$
  select case
    when e.type like 'call.%' then coalesce(call_event_data(e.organization_id, e.resource_id, e.type),
      json_build_object('callId', e.resource_id))
    when e.type = 'audit.entry' then coalesce(
      (select doc::json from audit_logs where organization_id = e.organization_id and created_at = e.at),
      json_build_object('resourceReferenceId', e.resource_id))
    when e.type = 'chat.message' then coalesce(chat_message_event_data(e.organization_id, e.resource_id, e.data),
      json_build_object('chatId', e.resource_id))
    else e.data end
$$;

-- The next events of an organization behind a place, and a last row without a type: the place that was reached.
-- A place are two moments and a number: everything was read of the transactions that had ended at the moment `seen`;
-- of those that ended between it and `reading`, everything up to `seq`. Within such a window events are in the order of
-- `seq`, which is that of the locks of what they are about; who waits for another's lock ends after it, so it is in the
-- same window or a later one.
create function events_after(p_organization_id text, p_seen pg_snapshot, p_reading pg_snapshot, p_seq bigint,
  p_types text[], p_limit integer)
returns table (seen pg_snapshot, reading pg_snapshot, seq bigint, type text, resource_id text, at timestamptz, data json)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  current pg_snapshot := event_snapshot();
  first_xid xid8;
  w_seen pg_snapshot := p_seen;
  w_reading pg_snapshot := p_reading;
  w_seq bigint := p_seq;
  room integer := p_limit;
  r record;
begin
  -- Windows without an event that is asked for are passed over, a bounded number at a time.
  for turn in 1..100 loop
    if w_reading is null then
      select e.xid into first_xid from events e
        where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmin(w_seen)
          and not pg_visible_in_snapshot(e.xid, w_seen) and pg_visible_in_snapshot(e.xid, current)
        order by e.xid, e.seq limit 1;
      exit when first_xid is null;
      select c.snapshot into w_reading from event_cuts c
        where c.below > first_xid and pg_visible_in_snapshot(first_xid, c.snapshot) order by c.below, c.cut_id limit 1;
      w_reading := coalesce(w_reading, current);
      w_seq := 0;
    end if;
    for r in
      select e.seq, e.type, e.resource_id, e.at, event_data(e) as data from (
        select * from events e where e.organization_id = p_organization_id
          and e.xid >= pg_snapshot_xmin(w_seen) and e.xid < pg_snapshot_xmax(w_reading)
          and not pg_visible_in_snapshot(e.xid, w_seen) and pg_visible_in_snapshot(e.xid, w_reading)
          and e.seq > w_seq and (p_types is null or e.type = any(p_types))
        order by e.seq limit room) e
      order by e.seq
    loop
      return query select w_seen, w_reading, r.seq::bigint, r.type::text, r.resource_id::text, r.at::timestamptz,
        r.data::json;
      w_seq := r.seq;
      room := room - 1;
    end loop;
    exit when room = 0;
    w_seen := w_reading;
    w_reading := null;
    w_seq := 0;
  end loop;
  -- The later the moment, the less is looked through the next time.
  if w_reading is null and first_xid is null and pg_snapshot_xmax(current) >= pg_snapshot_xmax(w_seen) then
    w_seen := current;
  end if;
  return query select w_seen, w_reading, w_seq, null::text, null::text, null::timestamptz, null::json;
end $$;

-- Writes the moment down as one at which a window may end, once so many events have come since the last.
create function cut_events(p_events integer) returns boolean language plpgsql as $$
declare
  newest bigint;
begin
  select case when is_called then last_value else 0 end into newest from events_seq_seq;
  if newest - coalesce((select c.seq from event_cuts c order by c.cut_id desc limit 1), 0) < p_events then
    return false;
  end if;
  insert into event_cuts (snapshot, seq) values (event_snapshot(), newest);
  return true;
end $$;

create function note_queued_calls() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id)
    select f.organization_id, 'call.queued', f.call_id from fresh f where f.status = 'queued';
  return null;
end $$;
create trigger calls_queued after insert on calls referencing new table as fresh
  for each statement execute function note_queued_calls();

create function note_call_progress() returns trigger language plpgsql as $$
begin
  if old.started_at is null and new.started_at is not null then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.started', new.call_id);
  end if;
  if old.status not in ('ended', 'canceled') and new.status in ('ended', 'canceled') then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.ended', new.call_id);
  end if;
  return null;
end $$;
create trigger calls_progressed after update of status, started_at on calls for each row
  when (old.started_at is null and new.started_at is not null
    or old.status not in ('ended', 'canceled') and new.status in ('ended', 'canceled'))
  execute function note_call_progress();

create function note_call_analysis() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.analyzed', new.call_id);
  return null;
end $$;
create trigger calls_analyzed after update of analysis_status on calls for each row
  when (old.analysis_status is distinct from new.analysis_status and new.analysis_status in ('done', 'failed'))
  execute function note_call_analysis();

create function note_campaign() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when tg_op = 'INSERT' then 'campaign.created'
        when new.status = 'ended' and old.status <> 'ended' then 'campaign.ended'
        when new.status = 'paused' and old.status <> 'paused' then 'campaign.paused'
        when new.status <> old.status then 'campaign.resumed'
        else 'campaign.updated' end,
      new.campaign_id, json_build_object('campaignId', new.campaign_id, 'agentId', new.agent_id, 'name', new.name,
        'status', new.status, 'maxConcurrentCalls', new.max_concurrent_calls, 'weight', new.weight,
        'endAt', rfc3339(new.end_at), 'createdAt', rfc3339(new.created_at), 'endedAt', rfc3339(new.ended_at)));
  return null;
end $$;
create trigger campaigns_noted after insert on campaigns for each row execute function note_campaign();
create trigger campaigns_moved after update on campaigns for each row
  when (old.status <> new.status or old.max_concurrent_calls is distinct from new.max_concurrent_calls
    or old.end_at is distinct from new.end_at or old.weight <> new.weight)
  execute function note_campaign();

create function note_import() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'campaign.importCompleted', new.campaign_id, json_build_object('importId', new.import_id,
      'campaignId', new.campaign_id, 'rowsRead', new.rows_read, 'rowsAccepted', new.rows_accepted,
      'rowsRefused', new.rows_refused, 'createdAt', rfc3339(new.created_at), 'completedAt', rfc3339(new.completed_at)));
  return null;
end $$;
create trigger imports_completed after update of status on imports for each row
  when (old.status <> 'completed' and new.status = 'completed' and new.campaign_id is not null)
  execute function note_import();

create function note_chat() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when tg_op = 'INSERT' then 'chat.created'
        when new.status = 'active' then 'chat.handedBack'
        else 'chat.' || new.status end,
      new.chat_id, json_build_object('chatId', new.chat_id, 'agentId', new.agent_id,
        'customerUniqueId', new.customer_unique_id, 'status', new.status, 'messageCount', new.message_count,
        'createdAt', rfc3339(new.created_at), 'endedAt', rfc3339(new.ended_at)));
  return null;
end $$;
create trigger chats_noted after insert on chats for each row execute function note_chat();
create trigger chats_moved after update of status on chats for each row when (old.status <> new.status)
  execute function note_chat();

create function note_chat_messages() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'chat.message', f.chat_id, json_build_object('position', f.position)
    from fresh f order by f.chat_id, f.position;
  return null;
end $$;
create trigger chat_messages_noted after insert on chat_messages referencing new table as fresh
  for each statement execute function note_chat_messages();

create function note_suppressions() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'suppression.added', f.suppression_id, json_build_object(
      'suppressionId', f.suppression_id, 'phoneNumber', f.phone_number, 'source', f.source, 'reason', f.reason,
      'callId', f.call_id, 'createdBy', f.created_by, 'createdAt', rfc3339(f.created_at))
    from fresh f;
  return null;
end $$;
create trigger suppressions_noted after insert on suppressions referencing new table as fresh
  for each statement execute function note_suppressions();

create function note_consumed_push() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'personalization.consumed', new.push_id, json_build_object('pushId', new.push_id,
      'phoneNumber', new.phone_number, 'callId', new.consumed_by_call_id, 'pushedAt', rfc3339(new.pushed_at),
      'consumedAt', rfc3339(new.consumed_at)));
  return null;
end $$;
create trigger personalization_consumed after update of consumed_at on personalization for each row
  when (old.consumed_at is null and new.consumed_at is not null) execute function note_consumed_push();

-- In the order of the chain, whose head is held. The entry itself is found by its time.
create or replace function audit_append(
  p_organization_id text, p_member_id text, p_verb text, p_type text, p_reference_id text, p_label text,
  p_request_id text, p_audit_log_id uuid
) returns void language plpgsql as $$
declare
  entry_id uuid := coalesce(p_audit_log_id, uuid_v7());
  head audit_heads%rowtype;
  member record;
  entry_at timestamptz(6);
  entry_doc text;
  entry_hash bytea;
begin
  select name, email into member from members
    where organization_id = p_organization_id and member_id = p_member_id;
  select * into strict head from audit_heads where organization_id = p_organization_id for update;
  entry_at := greatest(clock_timestamp(), head.last_created_at + interval '1 microsecond');
  entry_doc := '{"auditLogId":"' || entry_id
    || '","memberId":' || to_json(p_member_id)
    || ',"memberName":' || coalesce(to_json(member.name)::text, 'null')
    || ',"memberEmail":' || coalesce(to_json(member.email)::text, 'null')
    || ',"actionVerb":' || to_json(p_verb)
    || ',"resourceType":' || to_json(p_type)
    || ',"resourceReferenceId":' || coalesce(to_json(p_reference_id)::text, 'null')
    || ',"resourceLabel":' || coalesce(to_json(p_label)::text, 'null')
    || ',"requestId":' || to_json(p_request_id)
    || ',"createdAt":"' || to_char(entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}';
  entry_hash := sha256(head.last_hash || convert_to((head.position + 1) || E'\n' || entry_doc, 'UTF8'));
  insert into audit_logs (organization_id, created_at, position, audit_log_id, doc, previous_hash, hash)
    values (p_organization_id, entry_at, head.position + 1, entry_id, entry_doc, head.last_hash, entry_hash);
  insert into events (organization_id, type, resource_id, at)
    values (p_organization_id, 'audit.entry', coalesce(p_reference_id, entry_id::text), entry_at);
  update audit_heads set position = head.position + 1, last_created_at = entry_at, last_hash = entry_hash
    where organization_id = p_organization_id;
end $$;
