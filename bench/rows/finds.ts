import { readFileSync } from 'node:fs';
import type pg from 'pg';
import '../../src/domains/calls/index.ts';
import { callSearch } from '../../src/domains/calls/call-search.ts';
import { CallFilters } from '../../src/domains/calls/filter-schemas.ts';
import { findValues, selectCalls } from '../../src/domains/calls/store/read.ts';
import { allStatements, type Queryable } from '../../src/platform/db/index.ts';
import { callIdAt, type Filling } from './fill.ts';

const batchCalls = 50_000;

/** SQL: what the call `n` was about. Some values are rare (some tens in a million), some had their time. */
const about = `
  ended_reason = case when n % 30011 = 5 then 'trunk-rejected' when n % 4 = 0 then 'voicemail'
    when n % 4 = 1 then 'customer-did-not-answer' else 'customer-ended-call' end,
  answered_by = case when n % 30011 = 7 then '{"kind":"fax"}' when n % 3 = 0 then '{"kind":"voicemail"}'
    else '{"kind":"person"}' end::json,
  ended_at = started_at + make_interval(secs => case when n % 30011 = 9 then 3600 else 5 + (n * 7919) % 400 end),
  qa = case when n % 2 = 0 then json_build_object('sentiment', case when n % 7 = 0 then 'negative' else 'neutral' end,
    'rubricOutcomes', json_build_object(case when n % 30012 = 0 then 'Offers a refund' else 'Greets politely' end,
      json_build_object('passed', n % 9 <> 0))) end,
  tags = case when n % 30011 = 15 then '["umbrella"]' when n % 10 = 0 then '["follow-up"]' end::json,
  cost = json_build_object('total', case when n % 30011 = 3 then 40 + n % 10 else (n % 1000)::numeric / 10000 end::text),
  transcript = json_build_array(
    json_build_object('role', 'bot', 'message', 'Good morning, this is Anna of the clinic. How can I help you today?'),
    json_build_object('role', 'user', 'message', 'I call about ' || (select string_agg('word' || (n * 7919 + i * 104729) % 20000, ' ')
      from generate_series(1, 20) as i) || case when n % 50 = 0 then ' and a refund' else '' end ||
      case when n % 30011 = 11 then ' for the purple umbrella' else '' end),
    json_build_object('role', 'tool', 'name', 'flow', 'message', '', 'toolCall', json_build_object('arguments',
      json_build_object('to', case when n % 30011 = 13 then 'cancellation' else 'orders' end))))`;

/** The rows of call_facts that are made as triggers do. The other calls have copies of these, with their own time, version and trunk. */
const madeRows = 90_000;

/** Gives the calls of `fillCalls` a content, and writes their rows of call_facts. Without words these take half of the disk. */
export async function fillFacts(client: pg.Client, filling: Filling, hasWords = true): Promise<void> {
  const { organizationId, calls } = filling;
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  );
  const { rows } = await client.query<{ definition: string }>(
    `select replace(pg_get_indexdef('call_facts_terms'::regclass), ' ON ONLY ', ' ON ') as definition`,
  );
  await client.query('drop index call_facts_terms');
  const place = 'right(c.call_id, 16)::bigint as n';
  await client.query(
    `create temporary table made_facts as select n as made, f.* from calls c
       cross join lateral (select ${place} offset 0) p cross join lateral call_facts_of(${withContent(hasWords)}) as f
     where c.organization_id = '${organizationId}' and n < ${madeRows};
     create unique index on made_facts (made); analyze made_facts`,
  );
  const columns = `organization_id, call_id, created_at, status, type, agent_id, agent_version, campaign_id, customer_number, trunk_id,
    ended_reason, answered_by, duration_ms, cost, sentiment, rubrics, stages, tags, ended_at, has_conversation, response_ms, terms`;
  const own = `case when n % 30011 = 1 then 'trunk_rare' when n < $3 * 6 / 10 then 'trunk_old' else 'trunk_new' end as trunk,
    (1 + n * 5 / $3)::int as version`;
  for (let from = 0; from < calls; from += batchCalls) {
    const bounds = [callIdAt(filling, from), callIdAt(filling, from + batchCalls)];
    await client.query(
      `insert into call_facts (${columns})
       select c.organization_id, c.call_id, c.created_at, f.status, f.type, f.agent_id, version, f.campaign_id, f.customer_number, trunk,
         f.ended_reason, f.answered_by, f.duration_ms, f.cost, f.sentiment, f.rubrics, f.stages, f.tags,
         c.started_at + f.duration_ms * interval '1 ms', f.has_conversation, f.response_ms,
         ts_delete(f.terms, array['=t:trunk_1', '=v:1']) || array_to_tsvector(array['=t:' || trunk, '=v:' || version])
       from calls c cross join lateral (select ${place}) p cross join lateral (select ${own}) o
         join made_facts f on f.made = n % ${Math.min(calls, madeRows)}
       where c.organization_id = $1 and c.call_id >= $2 and c.call_id < $4`,
      [organizationId, bounds[0], calls, bounds[1]],
    );
  }
  await client.query(rows[0]!.definition);
  await client.query('reset all');
}

/** SQL: the record \`c\` with its content. The table itself is not rewritten. */
function withContent(hasWords: boolean): string {
  const columns = (hasWords ? about : about.replace(/,\n {2}transcript = [\s\S]*$/, '')).replaceAll(
    /^ {2}(\w+) = /gm,
    (_, column: string) => `'${column}', `,
  );
  return `json_populate_record(c, json_build_object(${columns.replaceAll('started_at', 'c.started_at')}))`;
}

/** A list and how often its filter matches. */
export const lists: [what: string, query: string][] = [
  ['ended reason, 25 %', 'endedReason=voicemail'],
  ['ended reason, rare', 'endedReason=trunk-rejected'],
  ['ended reason, none', 'endedReason=number-suppressed'],
  ['answered by, 67 %', 'answeredBy=person'],
  ['answered by, rare', 'answeredBy=fax'],
  ['duration 60 to 90 s, 7 %', 'durationGte=60&durationLte=90'],
  ['duration from 1 h, rare', 'durationGte=3600'],
  ['sentiment, 7 %', 'sentiment=negative'],
  ['rubric failed, 5 %', 'rubric=Greets politely&rubricResult=failed'],
  ['rubric, rare', 'rubric=Offers a refund'],
  ['version of an agent, newest', 'agentId=agent_7&agentVersion=5'],
  ['version of an agent, oldest', 'agentId=agent_7&agentVersion=1'],
  ['trunk, newest 40 %', 'trunkId=trunk_new'],
  ['trunk, oldest 60 %', 'trunkId=trunk_old'],
  ['trunk, rare', 'trunkId=trunk_rare'],
  ['stage, all', 'stage=orders'],
  ['stage, rare', 'stage=cancellation'],
  ['cost 0.05 to 0.06, 10 %', 'costGte=0.05&costLte=0.06'],
  ['cost from 40, rare', 'costGte=40'],
  ['tag, 10 %', 'tag=follow-up'],
  ['tag, rare', 'tag=umbrella'],
  ['tag, none', 'tag=nowhere'],
  ['tag and sentiment, 1 %', 'tag=follow-up&sentiment=negative'],
  ['word, all', 'text=clinic'],
  ['word, 2 %', 'text=refund'],
  ['word, 0.1 %', 'text=word4711'],
  ['word, rare', 'text=umbrella'],
  ['phrase, rare', 'text="purple umbrella"'],
  ['phrase of frequent words, none', 'text="anna clinic"'],
  ['words without another, 98 %', 'text=clinic -refund'],
  ['last four digits', 'customerNumber=4567'],
  ['last six digits', 'customerNumber=024567'],
  ['two frequent, 1 %', 'sentiment=negative&endedReason=voicemail&answeredBy=voicemail'],
  ['two frequent, none together', 'endedReason=customer-did-not-answer&sentiment=negative'],
  ['rare tag and frequent reason', 'tag=umbrella&endedReason=customer-ended-call'],
  ['tag and word', 'tag=follow-up&text=word4711'],
  ['frequent and rare', 'answeredBy=person&trunkId=trunk_rare&durationGte=10'],
  ['agent, word and range', 'agentId=agent_6&text=refund&costGte=0.01'],
  ['campaign, word and sentiment', 'campaignId=campaign_14&text=clinic&sentiment=negative'],
];

/** Measures the first page of each list, and yields a line for each. */
export async function* measureFinds(client: pg.Client, { organizationId }: Filling, rounds: number) {
  const db = {
    query: async ({ name, text }: { name: string; text: string }, values: unknown[]) =>
      (await client.query({ name, text, values })).rows,
  } as unknown as Queryable;
  const pageOf = (query: string) => async () => {
    const search = callSearch(CallFilters.parse(Object.fromEntries(new URLSearchParams(query))));
    return (await selectCalls(db, organizationId, search, { size: 100, after: null })).rows.length;
  };
  const plainMs = await timesOf(client, pageOf(''), rounds);
  yield line('all calls', plainMs, plainMs, '');
  await client.query(
    `load 'auto_explain'; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on; set auto_explain.log_timing = off`,
  );
  for (const [what, query] of lists) {
    const times = await timesOf(client, pageOf(query), rounds);
    yield line(what, times, plainMs, await planOf(client, pageOf(query)));
  }
}

/** The ids that an export finds at a time. */
const exportedAtOnce = 20_000;

/** Yields what it costs to find all calls of a filter for an export: by the index each time, and in order after the first time. */
export async function* measureExports(client: pg.Client, { organizationId }: Filling) {
  const ids = allStatements().find(({ name }) => name === 'calls.table_ids')!;
  const cpuMs = await cpuClock(client);
  for (const query of ['answeredBy=person', 'endedReason=voicemail', 'tag=follow-up', 'sentiment=negative']) {
    const { find } = callSearch(CallFilters.parse(Object.fromEntries(new URLSearchParams(query))));
    const costs: string[] = [];
    for (const isInOrder of [false, true]) {
      const beforeMs = cpuMs();
      let [below, found] = ['calm', 0];
      for (;;) {
        const values = findValues(organizationId, find!, below, exportedAtOnce, isInOrder && found > 0);
        const { rows } = await client.query<{ callId: string }>({ ...ids, values });
        found += rows.length;
        if (rows.length < exportedAtOnce) break;
        below = rows.at(-1)!.callId;
      }
      costs.push(`${found} calls in ${(cpuMs() - beforeMs).toFixed(0)} ms`);
    }
    yield `export of ${query}: ${costs[0]} by the index, ${costs[1]} in order`;
  }
}

interface Times {
  medianMs: number;
  p95Ms: number;
  /** Of the database's process. */
  cpuMs: number;
  cpuP95Ms: number;
  rows: number;
}

/** Returns the time that the connection's process had a processor, which other load does not lengthen. */
export async function cpuClock(client: pg.Client): Promise<() => number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return () => Number(readFileSync(`/proc/${rows[0]!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function timesOf(client: pg.Client, ask: () => Promise<number>, rounds: number): Promise<Times> {
  const cpuMs = await cpuClock(client);
  const times: number[] = [];
  const cpu: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds + 2; round++) {
    const [startedAtMs, cpuBeforeMs] = [performance.now(), cpuMs()];
    found = await ask();
    times.push(performance.now() - startedAtMs);
    cpu.push(cpuMs() - cpuBeforeMs);
  }
  const inOrder = (all: number[]) => all.slice(2).sort((one, other) => one - other);
  const [sorted, sortedCpu] = [inOrder(times), inOrder(cpu)];
  const p95 = Math.floor(sorted.length * 0.95);
  return {
    medianMs: sorted[sorted.length >> 1]!,
    p95Ms: sorted[p95]!,
    cpuMs: sortedCpu[sorted.length >> 1]!,
    cpuP95Ms: sortedCpu[p95]!,
    rows: found,
  };
}

/** Returns how call_facts was read: in order, and by which index after that. */
async function planOf(client: pg.Client, ask: () => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const keep = ({ message = '' }: { message?: string | undefined }) => plans.push(message);
  client.on('notice', keep);
  await client.query('set client_min_messages = log; set auto_explain.log_min_duration = 0');
  await ask();
  await client.query('set auto_explain.log_min_duration = -1; reset client_min_messages');
  client.off('notice', keep);
  const own = plans.filter(
    (plan) =>
      /from call_facts/.test(plan) && !/offset/.test(plan.split('Query Text')[1]?.split('\n')[0] ?? ''),
  );
  return own
    .map((plan) =>
      /Bitmap Index Scan|terms/.test(
        plan
          .split('\n')
          .filter((it) => /Scan/.test(it))
          .join(),
      )
        ? 'index'
        : 'in order',
    )
    .join(', ');
}

function line(what: string, { medianMs, p95Ms, cpuMs, cpuP95Ms, rows }: Times, plain: Times, plan: string) {
  const figures = [medianMs, p95Ms, cpuMs, cpuP95Ms].map((ms) => `${ms.toFixed(1)} ms`);
  const all = [...figures, `${(cpuMs / plain.cpuMs).toFixed(1)} x`, String(rows)];
  return [what.padEnd(34), ...all.map((figure) => figure.padStart(11)), '  ', plan].join('');
}

const live = `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
    started_at, transcript, created_at)
  select $1, 'call_' || $2 || lpad(n::text, 16, '0'), 'agent_1', 'outboundPhoneCall', 'in-progress', '+1' || 2000000000 + n,
    'number_1', '+12025550100', now(), (select json_agg(json_build_object('role', 'user', 'message',
      (select string_agg('word' || (n * 7919 + i * j * 104729) % 20000, ' ') from generate_series(1, 10) as i)))
      from generate_series(1, 20) as j), now() from generate_series(1, $3::int) as n`;

/** Compares the end of calls with 20 entries and 200 words, with and without the row of call_facts. Yields a line. */
export async function* measureEnds(client: pg.Client, { organizationId }: Filling, ends: number) {
  await client.query('set synchronous_commit = off');
  const cpuMs = await cpuClock(client);
  for (const [place, trigger] of ['disable', 'enable', 'disable', 'enable'].entries()) {
    const prefix = `z000${place}00000`;
    await client.query(live, [organizationId, prefix, ends]);
    await client.query(`alter table calls ${trigger} trigger calls_facts_changed`);
    const beforeMs = cpuMs();
    for (let n = 1; n <= ends; n++)
      await client.query({
        name: 'bench.end',
        text: `update calls set status = 'ended', ended_at = now(), ended_reason = 'customer-ended-call',
            transcript = transcript where organization_id = $1 and call_id = $2`,
        values: [organizationId, `call_${prefix}${String(n).padStart(16, '0')}`],
      });
    const each = ((cpuMs() - beforeMs) / ends).toFixed(2);
    yield `end of a call ${trigger === 'enable' ? 'with' : 'without'} its facts: ${each} ms of the database's processor`;
  }
}
