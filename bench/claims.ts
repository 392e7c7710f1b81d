import { rm } from 'node:fs/promises';
import { claimDueCalls } from '../src/runtime/dialer/store.ts';
import { type Installation, install, run } from './installation.ts';
import { layQueue, type Queue, vacuum } from './queue-rows.ts';
import type { Report } from './report.ts';
import { alternate, median } from './rounds.ts';

/** As many as the dialer takes at once. */
const batchMax = 50;
/** A long queue may cost this much more than a short one. */
const aim = { bound: 'at most', value: 1.2 } as const;

export interface ClaimOptions {
  folder: string;
  rounds: number;
  /** Claims of one measurement. */
  claims: number;
  short: number;
  long: number;
}

/** What a claim costs over a short and over a long queue, in databases of one server. */
export async function measureClaims(report: Report, options: ClaimOptions): Promise<void> {
  const { folder, short, long } = options;
  report.begin('claims', `Claims out of a queue of ${short} and of ${long} calls`);
  const installation = await install(folder);
  try {
    for (const campaigns of [1, 1000]) {
      const queues = {
        short: await layQueue(await installation.another(`short_${campaigns}`), short, campaigns),
        long: await layQueue(await installation.another(`long_${campaigns}`), long, campaigns),
      };
      for (const size of [batchMax, 1])
        await compare(report, installation, queues, { ...options, campaigns, size });
    }
  } finally {
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(
  report: Report,
  installation: Installation,
  queues: { short: Queue; long: Queue },
  { rounds, claims, campaigns, size }: ClaimOptions & { campaigns: number; size: number },
): Promise<void> {
  const variants = {
    short: () => msOfClaims(queues.short, claims, size),
    long: () => msOfClaims(queues.long, claims, size),
  };
  // Each comparison begins as autovacuum and a checkpoint leave the tables, not as the one before it did.
  for (const { db } of Object.values(queues)) await vacuum(db);
  await run(installation.db, 'checkpoint');
  await alternate(1, variants);
  const measured = await alternate(rounds, variants);
  const perSecond = (name: keyof typeof variants) =>
    `${Math.round((claims * size * 1000) / median(measured.of(name)))} calls/s`;
  report.add({
    part: 'claims',
    what: `cost of claiming ${size} at a time, ${campaigns} ${campaigns === 1 ? 'campaign' : 'campaigns'}`,
    value: measured.ratio('long', 'short'),
    unit: 'x',
    aim,
    from: `long queue ${perSecond('long')} : short queue ${perSecond('short')}`,
  });
}

/**
 * The time of the claims alone. In between, what was claimed ends, as calls do, and the queue is filled up again
 * from behind, so that it keeps its length.
 */
async function msOfClaims(
  { db, organizationId, refill, leaveBehind }: Queue,
  claims: number,
  size: number,
): Promise<number> {
  let ms = 0;
  for (let i = 0; i < claims; i++) {
    const startedAtMs = performance.now();
    const callIds = (await claimDueCalls(db, organizationId, 'node_1', size)).callIds;
    ms += performance.now() - startedAtMs;
    if (callIds.length !== size) throw new Error(`${callIds.length} calls were claimed and not ${size}`);
    await run(
      db,
      `with ended as (
         update calls set status = 'ended', ended_at = now(), ended_by = 'Agent ended the call',
           ended_reason = 'completed' where organization_id = $1 and call_id = any($2) returning call_id)
       delete from live_calls l using ended where l.organization_id = $1 and l.call_id = ended.call_id`,
      [organizationId, callIds],
    );
    await refill(size);
  }
  await leaveBehind(claims * size);
  return ms;
}
