-- Works with programs from 000017 on.

-- Lists of calls are filtered by conversations, response times, and words of variables and extracted data. Null for rows from
-- before this migration until upkeep has written them.
alter table call_facts add column has_conversation boolean, add column response_ms integer;
insert into call_facts_to_write select organization_id, 'calm' from organizations
  on conflict (organization_id) do update set below = excluded.below;

create or replace trigger calls_facts_changed
  after update of status, transcript, qa, cost, customer_number, answered_by, variables, analysis on calls
  for each row when (new.status in ('ended', 'canceled') or old.status in ('ended', 'canceled'))
  execute function record_call_facts();

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function call_facts_of(c calls) returns call_facts language plpgsql stable as $$
declare
  f call_facts;
  said text;
  data text;
begin
  f.organization_id := c.organization_id;
  f.call_id := c.call_id;
  f.created_at := c.created_at;
  f.status := c.status;
  f.type := c.type;
  f.agent_id := c.agent_id;
  f.agent_version := c.agent_version;
  f.campaign_id := c.campaign_id;
  f.customer_number := c.customer_number;
  f.trunk_id := c.trunk_id;
  f.ended_reason := c.ended_reason;
  f.tags := coalesce(c.tags, '{}');
  f.ended_at := c.ended_at;
  f.duration_ms := extract(epoch from c.ended_at - c.started_at) * 1000;
  f.has_conversation := c.latency is not null;
  begin
    f.cost := (c.cost ->> 'total')::numeric;
    f.response_ms := (c.latency ->> 'maxMs')::integer;
    f.answered_by := c.answered_by ->> 'kind';
    f.sentiment := c.qa ->> 'sentiment';
    f.rubrics := array(select case when r.value ->> 'passed' = 'true' then 'passed:' else 'failed:' end || left(r.key, 200)
      from json_each(case when c.qa is not null then c.qa -> 'rubricOutcomes' end) as r);
  exception when data_exception then null;
  end;
  begin
    select string_agg(case when e ->> 'role' in ('bot', 'user') then e ->> 'message' end, ' '),
        coalesce(array_agg(distinct left(e #>> '{toolCall,arguments,to}', 200)) filter (
          where e ->> 'role' = 'tool' and e ->> 'name' = 'flow' and e #>> '{toolCall,arguments,to}' <> ''), '{}')
      into said, f.stages from json_array_elements(c.transcript) as e;
    f.terms := to_tsvector('simple', left(said, 100000));
  exception when data_exception or program_limit_exceeded then null;
  end;
  begin
    select left(string_agg(left(e.value, 200), ' '), 2000) into data from (
      select value from json_each_text(case when json_typeof(c.variables) = 'object' then c.variables end)
      union all
      select value from json_each_text(case when json_typeof(c.analysis) = 'object' then c.analysis end)) as e;
  exception when data_exception then null;
  end;
  f.rubrics := coalesce(f.rubrics, '{}');
  f.stages := coalesce(f.stages, '{}');
  f.terms := coalesce(f.terms, '') || array_to_tsvector(array_remove(array[
      '=s:' || f.status, '=y:' || f.type, '=a:' || f.agent_id, '=v:' || f.agent_version, '=c:' || f.campaign_id,
      '=t:' || f.trunk_id, '=r:' || f.ended_reason, '=w:' || f.answered_by, '=q:' || f.sentiment,
      '=n:' || nullif(right(f.customer_number, 4), ''), '=d:' || magnitude(f.duration_ms),
      '=m:' || magnitude(f.cost * 1000000), '=e:' || magnitude(f.response_ms),
      case when f.has_conversation then '=k' end, case when f.tags <> '{}' then '=l' end]
    || array(select '=b:' || r from unnest(f.rubrics) as r)
    || array(select distinct '=o:' || split_part(r, ':', 1) from unnest(f.rubrics) as r)
    || array(select '=g:' || s from unnest(f.stages) as s)
    || array(select '=l:' || l from unnest(f.tags) as l)
    || array(select '=u:' || u.lexeme from unnest(data_words(data)) as u), null));
  return f;
end $$;

create or replace function data_words(p_text text) returns tsvector language sql immutable strict as $$
  select to_tsvector('simple', translate(p_text, '-+/.@_#:,;()', '            '))
$$;

create or replace function find_calls(p_organization_id text, p_below text, p_max integer, p_read integer, p_filters json)
returns setof text language plpgsql stable as $$
declare
  p jsonb := p_filters;
  statuses text[] := array(select jsonb_array_elements_text(p -> 'statuses'));
  own text := ''; -- conditions on what every call has
  facts text := ''; -- conditions that no call in the queue meets
  said text := ''; -- those of them on words, which the index answers without reading them
  terms text[] := '{}'; -- the same for the index
  query tsquery;
  data tsquery;
  kind record;
  many text[];
  range text := format('organization_id = %L and call_id < %L and call_id >= %L', p_organization_id, p_below,
    coalesce(p ->> 'from', 'call_'));
  place text;
  found_ids text[] := '{}';
  more text[];
  rest text; -- the range behind them
  matching text := '';
  is_rare boolean := false;
  index_cost constant integer := 9; -- of a match by the index, in rows that are read in order
begin
  for kind in select * from (values
      ('statuses', 'status', '=s:', true), ('type', 'type', '=y:', true), ('agentId', 'agent_id', '=a:', true),
      ('campaignId', 'campaign_id', '=c:', true), ('agentVersion', 'agent_version', '=v:', false),
      ('trunkId', 'trunk_id', '=t:', false), ('endedReasons', 'ended_reason', '=r:', false),
      ('answeredBy', 'answered_by', '=w:', false), ('sentiments', 'sentiment', '=q:', false))
      as k (name, col, term, is_own) where p ? k.name loop
    many := case jsonb_typeof(p -> kind.name) when 'array' then array(select jsonb_array_elements_text(p -> kind.name))
      else array[p ->> kind.name] end;
    if kind.is_own then own := own || format(' and f.%I = any(%L)', kind.col, many);
    else facts := facts || format(' and f.%I = any(%L)', kind.col, many);
    end if;
    terms := terms || any_term(kind.term, many);
  end loop;
  own := concat(own,
    case when p ? 'createdAtGt' then format(' and f.created_at > %L', p ->> 'createdAtGt') end,
    case when p ? 'createdAtLt' then format(' and f.created_at < %L', p ->> 'createdAtLt') end,
    case when p ? 'number' then format(' and f.customer_number = %L', p ->> 'number') end,
    case when p ? 'digits' then
      format(' and right(f.customer_number, %s) = %L', length(p ->> 'digits'), p ->> 'digits') end,
    -- Two conditions, because the planner takes one equation for rarer than an hour of 24.
    case when p ? 'createdHour' then format(' and extract(hour from f.created_at at time zone %1$L) >= %2$L::integer
      and extract(hour from f.created_at at time zone %1$L)::integer <= %2$L::integer', p ->> 'timeZone', p ->> 'createdHour') end);
  facts := concat(facts,
    (select string_agg(format(' and f.%I is null', a), '') from jsonb_array_elements_text(p -> 'absent') as a),
    case when p ? 'endedAtGt' then format(' and f.ended_at > %L', p ->> 'endedAtGt') end,
    case when p ? 'endedAtLt' then format(' and f.ended_at < %L', p ->> 'endedAtLt') end);
  if p ?| '{number,digits}' then
    terms := terms || any_term('=n:', array[right(coalesce(p ->> 'number', p ->> 'digits'), 4)]);
  end if;
  if p ? 'tags' then
    many := array(select jsonb_array_elements_text(p -> 'tags'));
    own := own || format(' and f.tags && %L::text[]', many);
    terms := terms || any_term('=l:', many);
  end if;
  if p ? 'isTagged' then
    own := own || ' and f.tags <> ''{}''';
    terms := terms || any_term('=l', '{""}');
  end if;
  if p ? 'rubrics' then
    many := array(select jsonb_array_elements_text(p -> 'rubrics'));
    facts := facts || format(' and f.rubrics && %L', many);
    terms := terms || any_term('=b:', many);
  end if;
  if p ? 'rubricResult' then
    facts := facts || format(' and exists (select from unnest(f.rubrics) as r where starts_with(r, %L))',
      (p ->> 'rubricResult') || ':');
    terms := terms || any_term('=o:', array[p ->> 'rubricResult']);
  end if;
  if p ? 'stage' then
    facts := facts || format(' and f.stages @> %L', array[p ->> 'stage']);
    terms := terms || any_term('=g:', array[p ->> 'stage']);
  end if;
  if p ?| '{durationMinMs,durationMaxMs}' then
    facts := facts || format(' and f.duration_ms between %L and %L', coalesce(p ->> 'durationMinMs', '0'),
      coalesce(p ->> 'durationMaxMs', '2147483647'));
    terms := terms || range_terms('=d:', (p ->> 'durationMinMs')::numeric, (p ->> 'durationMaxMs')::numeric);
  end if;
  if p ?| '{costMin,costMax}' then
    facts := facts || format(' and f.cost between %L and %L', coalesce(p ->> 'costMin', '0'),
      coalesce(p ->> 'costMax', 'Infinity'));
    terms := terms || range_terms('=m:', (p ->> 'costMin')::numeric * 1000000, (p ->> 'costMax')::numeric * 1000000);
  end if;
  if p ? 'hasConversation' then
    facts := facts || format(' and f.has_conversation is %s', case when (p ->> 'hasConversation')::boolean then 'true' else 'not true' end);
    terms := terms || case when (p ->> 'hasConversation')::boolean then array[any_term('=k', '{""}')] end;
  end if;
  if p ?| '{responseMinMs,responseMaxMs}' then
    facts := facts || format(' and f.response_ms between %L and %L', coalesce(p ->> 'responseMinMs', '0'),
      coalesce(p ->> 'responseMaxMs', '2147483647'));
    terms := terms || range_terms('=e:', (p ->> 'responseMinMs')::numeric, (p ->> 'responseMaxMs')::numeric);
  end if;
  if p ? 'isRetried' then
    facts := facts || format(' and %s exists (select from call_events e where e.organization_id = %L and e.call_id = f.call_id
      and e.decision = ''retried'')', case when not (p ->> 'isRetried')::boolean then 'not' end, p_organization_id);
  end if;
  if p ? 'teamId' then
    facts := facts || concat(
      format(' and f.call_id in (select t.call_id from team_calls t where t.organization_id = %L and t.team_id = %L',
        p_organization_id, p ->> 'teamId'),
      case when p ? 'teamWaitedGt' then format(' and t.waiting_since > %L', p ->> 'teamWaitedGt') end,
      case p ->> 'teamResult' when 'answered' then ' and t.answered_at is not null'
        when 'abandoned' then ' and t.outcome = ''abandoned'''
        when 'unanswered' then ' and t.outcome in (''timed-out'', ''no-members'', ''failed'')' end,
      case when not p ? 'teamMemberId' then null when p ->> 'teamResult' = 'missed'
          then format(' and %L = any(t.refused_by)', p ->> 'teamMemberId')
        else format(' and t.member_id = %L', p ->> 'teamMemberId') end, ')');
  end if;
  query := array_to_string(terms, '&')::tsquery;
  if p ? 'dataWords' then
    select string_agg(btrim(any_term('=u:', array[u.lexeme]), '()') || ':*', '&')::tsquery into data
      from unnest(data_words(p ->> 'dataWords')) as u;
    said := said || format(' and f.terms @@ %L', data);
    query := query && data;
  end if;
  if p ? 'words' then
    said := said || format(' and f.terms @@ %L', websearch_to_tsquery('simple', p ->> 'words'));
    query := query && websearch_to_tsquery('simple', p ->> 'words');
  end if;

  if p_read is null and (not p ? 'statuses' or statuses && '{ended,canceled}') then
    execute format('select array(select f.call_id from call_facts f where %s %s order by f.call_id desc limit %s)',
      range, own || facts || said, p_max) into found_ids;
  elsif not p ? 'statuses' or statuses && '{ended,canceled}' then
    execute format('select array(select f.call_id from (
        select * from call_facts where %s order by call_id desc limit %s) f where true %s limit %s)',
      range, p_read, own || facts || said, p_max) into found_ids;
    if cardinality(found_ids) < p_max then
      execute format('select call_id from call_facts where %s order by call_id desc offset %s limit 1', range, p_read)
        into place;
    end if;
    if place is not null then
      rest := format('%s and call_id <= %L', range, place);
      if numnode(query) > 0 then
        matching := format('and f.terms @@ %L', query);
        -- Otherwise the newest rows had a quarter of the page, so the rest is not far.
        is_rare := 4 * cardinality(found_ids) < p_max and index_cost * estimated_rows(format('select from call_facts f where %s %s', rest, matching))
          < estimated_rows(format('select from call_facts f where %s', rest));
      end if;
      execute format('select array(select f.call_id from call_facts f where %s %s %s order by f.call_id %s desc limit %s)',
        rest, own || facts, matching, case when is_rare then '|| ''''' end, p_max - cardinality(found_ids)) into more;
      found_ids := found_ids || more;
    end if;
  end if;
  if not p ? 'statuses' or statuses && '{dialing,ringing,in-progress,forwarding}' then
    execute format('select array(select f.call_id from (select organization_id, call_id from live_calls where %s) l
        join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id
        cross join lateral call_facts_of(c) f where true %s)', range, own || facts || said) into more;
    found_ids := found_ids || more;
  end if;
  -- Only outbound calls are queued.
  if facts || said = '' and (not p ? 'statuses' or 'queued' = any(statuses)) and coalesce(p ->> 'type', 'outboundPhoneCall') = 'outboundPhoneCall' then
    execute format('select array(select f.call_id from (select organization_id as o, call_id as i from queued_calls where %s) q
        join calls f on f.organization_id = q.o and f.call_id = q.i where f.status = ''queued'' %s
        order by q.i desc limit %s)', range || case when p ? 'campaignId' then format(' and campaign_id = %L', p ->> 'campaignId')
          else '' end, own, p_max) into more;
    found_ids := found_ids || more;
  end if;
  return query select id from unnest(found_ids) as id order by id desc limit p_max;
end $$;

create or replace function record_call_facts() returns trigger language plpgsql as $$
declare
  c calls := new;
begin
  if new.status in ('ended', 'canceled') then
    insert into call_facts select f.* from call_facts_of(c) as f
    on conflict (organization_id, call_id) do update set created_at = excluded.created_at, status = excluded.status,
      type = excluded.type, agent_id = excluded.agent_id, agent_version = excluded.agent_version,
      campaign_id = excluded.campaign_id, customer_number = excluded.customer_number, trunk_id = excluded.trunk_id,
      ended_reason = excluded.ended_reason, answered_by = excluded.answered_by, duration_ms = excluded.duration_ms,
      cost = excluded.cost, sentiment = excluded.sentiment, rubrics = excluded.rubrics, stages = excluded.stages,
      tags = excluded.tags, terms = excluded.terms, ended_at = excluded.ended_at,
      has_conversation = excluded.has_conversation, response_ms = excluded.response_ms;
  elsif tg_op = 'UPDATE' then
    delete from call_facts where organization_id = new.organization_id and call_id = new.call_id;
  end if;
  return null;
end $$;

create or replace function estimated_rows(p_query text) returns bigint language plpgsql as $$
declare
  plan json;
begin
  execute 'explain (format json) ' || p_query into plan;
  return (plan #>> '{0,Plan,Plan Rows}')::bigint;
end $$;
