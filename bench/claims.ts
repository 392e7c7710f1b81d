import { rm } from 'node:fs/promises';
import { claimDueCalls } from '../src/runtime/dialer/store.ts';
import { type Installation, install, run } from './installation.ts';
import { layQueue, type Queue, vacuum } from './queue-rows.ts';
import type { Report } from './report.ts';
import { alternate, median } from './rounds.ts';

/** The batch size of the dialer. */
const batchMax = 50;
/** A claim from a long queue may cost this much more than from a short one. */
const aim = { bound: 'at most', value: 1.2 } as const;

export interface ClaimOptions {
  folder: string;
  rounds: number;
  /** Claims of one measurement. */
  claims: number;
  short: number;
  long: number;
}

/** Compares the cost of claims with a short and a long queue, in databases of one server. */
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
  // Each comparison begins with vacuumed tables, and not with those of the previous one.
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
 * Returns the time of the claims alone. Between them, claimed calls end and new calls are added at the end of the
 * queue, so that it keeps its length.
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
