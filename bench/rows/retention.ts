import type pg from 'pg';
import { forgetCallPartitions, forgetCalls } from '../../src/domains/calls/index.ts';
import { partitionsOf } from '../../src/platform/db/index.ts';
import { timeOfId } from '../../src/platform/kernel/index.ts';
import { claimDueCalls } from '../../src/runtime/dialer/store.ts';
import { type Installation, run } from '../installation.ts';
import { layQueue } from '../queue-rows.ts';
import { median } from '../rounds.ts';
import type { Filling } from './fill.ts';

const dayMs = 86_400_000;
const batch = 50;
const claims = 40;

/** Measures claims beside all ended calls, and then retention: of whole partitions, and of rows. */
export async function measureRetention(
  client: pg.Client,
  { db, owner }: Installation,
  { organizationId, calls }: Filling,
): Promise<string[]> {
  const lines: string[] = [];
  const queue = await layQueue({ db, owner }, claims * batch, 1);
  await run(
    db,
    `insert into nodes (node_id, roles, epoch_id) select 'node_1', '{calls}', epoch_id from database_epochs`,
  );
  const times: number[] = [];
  for (let claim = 0; claim < claims; claim++) {
    const startedAtMs = performance.now();
    await claimDueCalls(db, queue.organizationId, 'node_1', batch);
    times.push(performance.now() - startedAtMs);
  }
  lines.push(
    `claim of ${batch} calls: median ${median(times).toFixed(1)} ms, least ${Math.min(...times).toFixed(1)} ms`,
  );
  // The first partition ends a day after the first tenth.
  await run(db, 'update organizations set calls_days = $1', [365 - 40]);
  const count = async () => Number((await client.query('select count(*) from calls')).rows[0].count);
  const before = await count();
  let startedAtMs = performance.now();
  const dropped = await forgetCallPartitions(db, Date.now());
  const ms = performance.now() - startedAtMs;
  lines.push(
    `retention of ${dropped} calls by partitions: ${(ms / 1000).toFixed(2)} s; ${before - (await count())} are gone`,
  );
  startedAtMs = performance.now();
  const removed = await forgetCalls(
    db,
    organizationId,
    Date.now() - (365 - 40 - Math.max(1, 365 * 0.02)) * dayMs,
  );
  const slicesMs = performance.now() - startedAtMs;
  lines.push(
    `retention of ${removed} calls by rows: ${(slicesMs / 1000).toFixed(2)} s, so ${((slicesMs * calls) / 10 / Math.max(removed, 1) / 1000).toFixed(0)} s for a tenth`,
  );
  return lines;
}

const leave = `with q as (delete from queued_calls), l as (delete from live_calls), e as (delete from webhook_deliveries where status = 'pending')
  delete from calls where status not in ('ended', 'canceled')`;

/**
 * Measures the retention of all calls that are left, partition by partition, as if the time of each had come. The first one
 * after the oldest tenth has recordings of a third of its calls.
 */
export async function* measureRetentionOfAll(
  client: pg.Client,
  { db }: Installation,
  { calls }: Filling,
): AsyncGenerator<string> {
  await client.query(leave);
  await run(db, 'update organizations set calls_days = 30');
  let total = 0;
  const startedAtMs = performance.now();
  for (const { to } of await partitionsOf(db, 'calls')) {
    if (to === null) break;
    const partAtMs = performance.now();
    const dropped = await forgetCallPartitions(db, timeOfId(to) + 32 * dayMs);
    if (dropped === 0) continue;
    total += dropped;
    yield `retention of ${dropped} calls by their partition: ${((performance.now() - partAtMs) / 1000).toFixed(2)} s`;
  }
  yield `retention of ${total} of ${calls} calls: ${((performance.now() - startedAtMs) / 1000).toFixed(2)} s`;
}
