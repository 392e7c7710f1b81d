-- Returns the newest calls of an organization below an id that match all filters, at most p_max, newest first. With p_most it
-- reads at most p_read and a tenth calls in order, then p_most more. When they did not fill the page and older calls
-- follow, searched_to is the last call that it read: the next page begins there.
--
-- Filters, each absent when it does not narrow: from (the least id), createdAtGt, createdAtLt, endedAtGt, endedAtLt, statuses, type, agentId,
-- agentVersion, campaignId, trunkId, endedReasons, answeredBy, sentiments, rubrics ('passed:NAME' or 'failed:NAME', one of
-- several), rubricResult (of any rubric), stage, tags (one of
-- several), isTagged, durationMinMs, durationMaxMs, costMin, costMax, hasConversation, responseMinMs, responseMaxMs (of the
-- longest response), isRetried, number (E.164), digits (the last ones, at least 4), absent (columns without a value), createdHour
-- (of the day, in timeZone), words (as in websearch_to_tsquery), dataWords (with which words of variables and extracted data
-- begin), teamId (waited for a member of it; one wait meets all of: teamResult, teamMemberId, teamWaitedGt).
--
-- Calls that are over are found in call_facts, in three slices at most: a tenth of p_read, p_read more, then p_most
-- more or the rest. A frequent match fills its page in the first. When a slice had less than a quarter of the page:
--
-- * A rare match is found by the index of facts and words, once that is less work than the next slice. It has as many matches as
--   the planner expects, or as the slices had, whichever is more. The planner would expect them evenly spread, and read on in
--   order for a match that only old calls have; an order by an expression keeps it from that.
-- * A frequent match that only old calls have is found by the sums of days: the search goes on at the newest day that has a
--   group of calls with these facts. A day whose sums do not hold counts as one that has.
--
-- A phrase of frequent words takes longest: p_most bounds it. Calls that are live are read one by one. A call in the queue
-- has a customer, an agent and a campaign, and no other facts.
--
-- Without p_read all are read in order: an export of many matches then continues where it ended, and reads no call twice.
--
-- Columns are compared before the words, which are stored apart.
--
-- Every statement is planned for its values (execute) and names the organization.
--
-- Locks: none. Cost: measured in docs/decisions/2026-11-27-calls-are-found-by-facts.md.
create or replace function search_calls(p_organization_id text, p_below text, p_max integer, p_read integer, p_most integer,
  p_filters json)
returns table (call_ids text[], searched_to text) language plpgsql stable as $$
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
  rest text := range; -- behind what was read
  groups text := ''; -- conditions on groups of calls
  slices integer[] := array[greatest(p_read / 10, 1), p_read, p_most];
  last text[]; -- the last call of a slice, and the first behind it
  older bigint; -- calls behind it, as the planner expects
  day integer; -- the newest that may have a match
  found_ids text[] := '{}';
  more text[];
  matching text := '';
  index_cost constant integer := 9; -- of a match by the index, in rows that are read in order
  index_most constant integer := 30000; -- matches that a bounded search reads by the index
begin
  for kind in select * from (values
      ('statuses', 'status', '=s:', true, null), ('type', 'type', '=y:', true, 'type'),
      ('agentId', 'agent_id', '=a:', true, 'agent_id'), ('campaignId', 'campaign_id', '=c:', true, 'campaign_id'),
      ('agentVersion', 'agent_version', '=v:', false, 'agent_version'), ('trunkId', 'trunk_id', '=t:', false, 'trunk_id'),
      ('endedReasons', 'ended_reason', '=r:', false, 'outcome'), ('answeredBy', 'answered_by', '=w:', false, null),
      ('sentiments', 'sentiment', '=q:', false, 'sentiment')) as k (name, col, term, is_own, group_col) where p ? k.name loop
    many := case jsonb_typeof(p -> kind.name) when 'array' then array(select jsonb_array_elements_text(p -> kind.name))
      else array[p ->> kind.name] end;
    if kind.is_own then own := own || format(' and f.%I = any(%L)', kind.col, many);
    else facts := facts || format(' and f.%I = any(%L)', kind.col, many);
    end if;
    groups := concat(groups, case when kind.group_col is not null then format(' and g.%I = any(%L)', kind.group_col, many) end);
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
    groups := groups || format(' and g.rubrics && %L', many);
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
    if numnode(query) > 0 then matching := format('and f.terms @@ %L', query); end if;
    for n in 1 .. 3 loop
      execute format('select array(select f.call_id from (
          select * from call_facts where %s order by call_id desc limit %s) f where true %s limit %s)',
        rest, coalesce(slices[n]::text, 'all'), own || facts || said, p_max - cardinality(found_ids)) into more;
      found_ids := found_ids || more;
      exit when cardinality(found_ids) >= p_max or slices[n] is null;
      execute format('select array(select call_id from call_facts where %s order by call_id desc offset %s limit 2)',
        rest, slices[n] - 1) into last;
      exit when cardinality(last) < 2;
      if n = 3 then
        searched_to := last[1];
        exit;
      end if;
      rest := format('%s and call_id < %L', rest, last[1]);
      -- Otherwise the slices had a quarter of the page, so the rest is not far.
      continue when 4 * cardinality(found_ids) >= p_max;
      older := estimated_rows(format('select from call_facts f where %s', rest));
      if matching <> '' and index_cost * greatest(cardinality(found_ids) * older / slices[n],
          estimated_rows(format('select from call_facts f where %s %s', rest, matching))) < (
          case n when 1 then p_read else least(case when p_most is not null then index_cost * index_most end, older) end) then
        execute format('select array(select f.call_id from call_facts f where %s %s %s order by f.call_id || '''' desc limit %s)',
          rest, own || facts, matching, p_max - cardinality(found_ids)) into more;
        found_ids := found_ids || more;
        exit;
      end if;
      if groups <> '' then
        -- A call is created within a day of the time in its id.
        execute format('select greatest(
            (select max(s.day) from call_day_sums s where s.organization_id = %1$L and s.day <= l.until
              and s.group_id = any (array(select g.group_id from call_groups g where g.organization_id = %1$L %2$s))),
            (select max(g.slot) / 96 from call_sum_changes g where g.organization_id = %1$L and g.slot / 96 <= l.until
              and g.calls > 0 %2$s),
            (select max(least(p.to_day - 1, l.until)) from call_sum_gaps p where p.organization_id = %1$L and p.from_day <= l.until))
          from (select floor(extract(epoch from created_at) / 86400)::integer + 2 as until from call_facts
            where organization_id = %1$L and call_id = %3$L) l', p_organization_id, groups, last[1]) into day;
        exit when day is null;
        rest := format('%s and call_id < %L', rest, id_bound('call', to_timestamp((day + 2)::bigint * 86400)));
      end if;
    end loop;
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
  call_ids := array(select id from unnest(found_ids) as id where id >= coalesce(searched_to, '') order by id desc limit p_max);
  return next;
end $$;
