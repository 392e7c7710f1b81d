import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, query } from '../../test/kill/query.ts';
import { make } from '../../test/world/dialing.ts';
import { eventually } from '../../test/world/eventually.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { delay } from '../platform/kernel/index.ts';

/** 13 of the whole program when this was written, of which several are in one transaction. */
const transactionsPerSecondMax = 20;
const windowMs = 4000;
/** Of each of the two processes. */
const connectionsMax = 19;

/** Looks at the events read the sequence of their numbers. */
const countLooks =
  "select blks_hit::int as count from pg_statio_user_sequences where relname = 'events_seq_seq'";
const countTransactions = `select (xact_commit + xact_rollback)::int as count from pg_stat_database
  where datname = current_database()`;
/** The beats of the calls process have a name of their own. */
const countConnections = `
  select count(*) filter (where not is_calls)::int as api, count(*) filter (where is_calls)::int as calls
  from (select a.application_name like 'parley calls%' or a.application_name = 'parley jobs'
      or coalesce('calls' = any(n.roles), false) as is_calls
    from pg_stat_activity a left join nodes n on a.application_name = 'parley node ' || n.node_id
    where a.datname = current_database() and a.application_name like 'parley%') k`;

let program: Program;
let address: string;
beforeAll(async () => {
  program = await startProgram({ env: { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' } });
  address = await addressOf(program.dataDir);
});
afterAll(async () => {
  await program.stop();
  await program[Symbol.asyncDispose]();
});

const transactions = async () => (await query<{ count: number }>(address, countTransactions))[0]!.count;

// A busy machine polls less often. Work that follows the start may fall into one of the windows, but not into all.
it('an idle program has at most 20 transactions a second', { timeout: 60_000 }, async () => {
  const perSecond: number[] = [];
  let before = await transactions();
  while (perSecond.length < 4) {
    const startedAtMs = performance.now();
    await delay(windowMs);
    const now = await transactions();
    perSecond.push(((now - before) * 1000) / (performance.now() - startedAtMs));
    before = now;
    if (Math.min(...perSecond) <= transactionsPerSecondMax) break;
  }
  expect(Math.min(...perSecond)).toBeLessThanOrEqual(transactionsPerSecondMax);
  // Otherwise nothing was counted.
  expect(Math.max(...perSecond)).toBeGreaterThan(1);
});

it('a process that does everything at once has fewer than 20 connections', { timeout: 120_000 }, async () => {
  // Nothing listens there.
  const { webhookEndpointId } = await make(program.request, '/api/webhook-endpoints', {
    url: 'http://127.0.0.1:9/',
    events: ['call.ended'],
  });
  const { workflowId } = await make(program.request, '/api/workflows', {
    name: 'Waits',
    trigger: { type: 'webhook' },
    definition: { steps: [{ id: 'wait', type: 'delay', seconds: 1 }] },
  });
  await program.request('POST', `/api/workflows/${workflowId}/publish`, { body: {} });
  await program.request('POST', `/api/workflows/${workflowId}/trigger`, { body: {} });
  const requests = Array.from({ length: 150 }, (_, i) => [
    program.request('GET', '/api/calls?pageSize=100'),
    program.request('GET', '/api/export/audit-logs'),
    program.request('POST', '/api/agents', { body: { name: `Agent ${i}`, prompt: 'Speak.' } }),
  ]).flat();
  await Promise.all(requests);
  const [row] = await query<{ api: number; calls: number }>(address, countConnections);
  expect(row!.api).toBeGreaterThan(5);
  expect(row!.api).toBeLessThanOrEqual(connectionsMax);
  expect(row!.calls).toBeLessThanOrEqual(connectionsMax);

  // Without an endpoint, only an upkeep duty reads the number, once a second.
  const looks = async () => (await query<{ count: number }>(address, countLooks))[0]!.count;
  const looksPerSecond = async () => {
    const before = await looks();
    const startedAtMs = performance.now();
    await delay(windowMs);
    return (((await looks()) - before) * 1000) / (performance.now() - startedAtMs);
  };
  await eventually(async () => String((await looksPerSecond()) > 2), 'true', 30_000);
  await program.request('DELETE', `/api/webhook-endpoints/${webhookEndpointId}`);
  await eventually(async () => String((await looksPerSecond()) <= 2), 'true', 60_000);
});
