import type pg from 'pg';
import type { Breakdown } from '../../src/domains/analytics/schemas.ts';
import { type Counted, selectBreakdown, selectRubrics } from '../../src/domains/analytics/store/breakdown.ts';
import { addUpCallSums } from '../../src/domains/calls/index.ts';
import type { Database, Queryable } from '../../src/platform/db/index.ts';
import { type Filling, timeSql } from './fill.ts';
import { cpuClock } from './finds.ts';

const dayMs = 86_400_000;
const rounds = 2;

/** SQL: what the calls have in common. `typical`: each campaign has an agent and a trunk. `mixed`: hardly two calls are alike. */
const about = {
  typical: `'agent_' || n % 5, 1 + n * 12 / $3, 'campaign_' || n % 10, 'trunk_' || n % 2,
    (array['customer-ended-call', 'customer-did-not-answer', 'voicemail', 'customer-busy', 'assistant-ended-call'])[1 + (n * 7919 / 10) % 5],
    case when n % 3 = 0 then null else (array['positive', 'neutral', 'negative'])[1 + (n * 104729 / 30) % 3] end,
    case when n % 3 = 0 then '{}' else array[case when (n * 611953 / 90) % 4 = 0 then 'failed' else 'passed' end || ':Greets politely'] end`,
  mixed: `'agent_' || n % 20, 1 + n * 5 / $3, 'campaign_' || (n * 7919) % 200, 'trunk_' || n % 3,
    (array['customer-ended-call', 'customer-did-not-answer', 'voicemail', 'customer-busy', 'assistant-ended-call'])[1 + (n * 104729) % 5],
    case when n % 2 = 0 then null else (array['positive', 'neutral', 'negative'])[1 + (n * 611953) % 3] end,
    case when n % 2 = 0 then '{}' else array[case when (n * 15485863) % 9 = 0 then 'failed' else 'passed' end || ':Greets politely'] end`,
};

/** Writes rows of call_facts without words, spread over a year up to now. */
async function fill(client: pg.Client, { organizationId, calls }: Filling, kind: keyof typeof about) {
  await client.query(
    'truncate call_facts, call_groups, call_sums, call_day_sums, call_time_sums, call_hour_sums, call_sum_changes, call_sum_gaps',
  );
  await client.query('drop index if exists call_facts_terms');
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  const startMs = Date.now() - 365 * dayMs;
  for (let from = 0; from < calls; from += 100_000) {
    await client.query(
      `insert into call_facts (organization_id, call_id, created_at, status, type, agent_id, agent_version, campaign_id, trunk_id,
         ended_reason, sentiment, rubrics, customer_number, duration_ms, cost, stages, terms)
       select $1, 'call_' || ${timeSql('ms::bigint')} || lpad(n::text, 16, '0'), to_timestamp(ms / 1000), 'ended', 'outboundPhoneCall',
         ${about[kind]}, '+12025550100', case when n % 4 > 0 then 5000 + n * 7919 % 400000 end, (n % 1000)::numeric / 10000, '{}', ''
       from (select n, floor($2::float8 + n::float8 * 365 * ${dayMs} / $3) as ms
         from generate_series($4::bigint, $5::bigint - 1) n) made`,
      [organizationId, startMs, calls, from, Math.min(from + 100_000, calls)],
    );
  }
  await client.query('reset all');
  await client.query(
    'insert into call_sum_gaps (organization_id, from_day, to_day) values ($1, 0, floor(extract(epoch from now()) / 86400) + 2)',
    [organizationId],
  );
}

/** Compares figures by sums with those that count each call. Yields a line for each period and kind of group. */
export async function* measureFigures(client: pg.Client, db: Database, filling: Filling) {
  for (const kind of ['typical', 'mixed'] as const) {
    await fill(client, filling, kind);
    const startedAtMs = performance.now();
    const counted = { organizationId: filling.organizationId, timeZone: 'Europe/Berlin', agentId: null };
    const other = { campaignId: null, trunkId: null, type: null };
    const nowMs = Date.now();
    const of = (days: number): Counted => {
      const period = [nowMs - days * dayMs, nowMs].map((ms) => new Date(ms).toISOString());
      return { ...counted, ...other, from: period[0]!, to: period[1]! };
    };
    await client.query('analyze call_facts');
    const timeOf = await measure(client);
    const asked = [
      [30, 'day'],
      [366, 'day'],
      [366, 'agent'],
      [366, 'hour-of-day'],
    ] as const;
    const each = new Map<string, number>();
    for (const [days, by] of asked) each.set(`${days} ${by}`, await timeOf(by, of(days), 1));
    while ((await addUpCallSums(db)) > 0);
    for (const table of ['call_sums', 'call_day_sums', 'call_time_sums', 'call_hour_sums'])
      await client.query(`vacuum analyze ${table}`);
    await client.query('vacuum analyze call_groups');
    const { rows } = await client.query<{ sums: string; groups: string; size: string }>(
      `select (select count(*) from call_sums) || ', ' || (select count(*) from call_day_sums) || ', ' || (select count(*) from call_time_sums) || ', ' || (select count(*) from call_hour_sums) as sums, (select count(*) from call_groups) as groups,
         pg_size_pretty(pg_total_relation_size('call_sums') + pg_total_relation_size('call_day_sums')
           + pg_total_relation_size('call_time_sums') + pg_total_relation_size('call_hour_sums')) as size`,
    );
    const { sums, groups, size } = rows[0]!;
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
    yield `${kind}: ${sums} sums (${size}) of ${groups} groups; measured and added up in ${seconds} s`;
    for (const [days, by] of asked) {
      const [eachMs, sumsMs] = [each.get(`${days} ${by}`)!, await timeOf(by, of(days))];
      const ratio = (eachMs / sumsMs).toFixed(1);
      yield `  ${days} days by ${by}: ${sumsMs.toFixed(0)} ms, each call ${eachMs.toFixed(0)} ms, ${ratio} x`;
    }
    for (const by of ['day', 'week', 'hour-of-day'] as const) {
      const halfHours = { ...of(366), timeZone: 'Asia/Kolkata' };
      yield `  366 days by ${by} in a zone of half hours: ${(await timeOf(by, halfHours)).toFixed(0)} ms`;
    }
    const agent = { ...of(366), agentId: 'agent_1' };
    yield `  366 days of an agent by campaign: ${(await timeOf('campaign', agent)).toFixed(0)} ms`;
    yield `  366 days of an agent by day: ${(await timeOf('day', agent)).toFixed(0)} ms`;
  }
}

/** Yields what the changes of the sums cost each new row of call_facts. */
export async function* measureChanges(client: pg.Client, { organizationId }: Filling) {
  const cpuMs = await cpuClock(client);
  await client.query('set synchronous_commit = off');
  const count = 2000;
  const costOf = async (role: 'origin' | 'replica', place: number) => {
    await client.query(`set session_replication_role = ${role}`);
    const startedAtMs = cpuMs();
    for (let n = 0; n < count; n++)
      await client.query({
        name: 'bench.change',
        text: `insert into call_facts (organization_id, call_id, created_at, status, type, agent_id, agent_version, campaign_id,
            trunk_id, ended_reason, sentiment, rubrics, customer_number, duration_ms, cost, stages, terms)
          values ($1, 'call_01kb' || lpad($2::text, 22, '0'), now(), 'ended', 'outboundPhoneCall', 'agent_1', 1, 'campaign_1', 'trunk_1',
            'customer-ended-call', 'positive', '{passed:Greets politely}', '+12025550100', 61000, 0.05, '{}', '')`,
        values: [organizationId, place * count + n],
      });
    return (cpuMs() - startedAtMs) / count;
  };
  const least = async (role: 'origin' | 'replica', first: number) => {
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) costs.push(await costOf(role, first + round));
    return Math.min(...costs);
  };
  const without = await least('replica', 0);
  const withChanges = await least('origin', rounds);
  await client.query('reset all');
  yield `a row of call_facts: ${withChanges.toFixed(3)} ms of the processor, ${without.toFixed(3)} ms without its change`;
}

/** Returns a measurement: the shortest time that the connection's process had a processor, which other load does not lengthen. */
async function measure(
  client: pg.Client,
): Promise<(by: Breakdown, counted: Counted, repeats?: number) => Promise<number>> {
  await client.query('set max_parallel_workers_per_gather = 0');
  const cpuMs = await cpuClock(client);
  const db = {
    query: async ({ name, text }: { name: string; text: string }, values: unknown[]) =>
      (await client.query({ name, text, values })).rows,
  } as unknown as Queryable;
  return async (by, counted, repeats = rounds) => {
    const times: number[] = [];
    for (let round = 0; round < repeats; round++) {
      const startedAtMs = cpuMs();
      await selectBreakdown(db, by, counted);
      await selectRubrics(db, counted);
      times.push(cpuMs() - startedAtMs);
    }
    return Math.min(...times);
  };
}
