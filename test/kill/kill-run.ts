import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { foundOrganization } from '../../src/domains/keys/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { randomFrom } from '../world/random.ts';
import { leftOvers, type StoredCall, storedCalls, violations, watched } from './checks.ts';
import { type CountingCarriers, openCountingCarriers } from './counting-carrier.ts';
import { DatabaseWatch } from './database-watch.ts';
import { type FaultKind, planFaults } from './faults.ts';
import { Fleet, fleetSecret } from './fleet.ts';
import { Faults } from './inflict.ts';
import { Lateness } from './lateness.ts';
import { Load } from './load.ts';
import { query } from './query.ts';
import { carrierNames, setUpTenants } from './tenants.ts';

export interface KillOptions {
  kills: number;
  seed: number;
  /** The kinds of faults, in turn; drawn at random by default. */
  kinds?: readonly FaultKind[];
  /** Ends the run early, with a report of what happened until then. */
  signal?: AbortSignal;
  /** Receives the progress line by line. */
  say: (line: string) => void;
}

/** The result of a run. It passed when `violations` is empty. */
export interface KillReport {
  seed: number;
  kills: Record<string, number>;
  violations: string[];
  acknowledged: number;
  /** Answers of the API by status and operation. */
  answers: Record<string, number>;
  outcomes: Record<string, number>;
  /** INVITEs at the carriers, those that rang, and those whose process died, by how they ended. */
  invites: number;
  rang: number;
  orphans: Record<string, number>;
  /** The number of retries. */
  retries: number;
  /** The most live calls, in the database by kind of cap, and at the carriers. */
  most: Record<string, number>;
  samples: number;
  /**
   * How long the capacity of dead processes was occupied, in ms: median and maximum, and the number of processes with
   * calls.
   */
  freed: { deaths: number; medianMs: number; mostMs: number };
  /** The most that this process and the database were late. It is added to every bound. */
  lateMs: number;
}

const members = 3;
const settledWithinMs = 30_000;
const overWithinMs = 120_000;
/** A process that the machine stalls for the length of its lease ends, as it must. One is always left to free the slots. */
const fencedMax = members - 1;
/** How much longer slots may be occupied for each such process: its own lease has to end too. */
const fencedMs = 5000;
/** The capacity of the trunks of `setUpTenants`. */
const linesMax = { narrow: 4, other: 3 };

/**
 * Queues calls of two organizations continuously, while processes of an installation are killed and stopped: three that
 * carry calls, one that serves HTTP, and their database. `checks.ts` has the rules. A seed determines the faults but
 * not their timing, because processes and sockets are real.
 */
export async function runKills({ kills, seed, kinds, signal, say }: KillOptions): Promise<KillReport> {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'parley-kill-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  const carriers = stack.use(await openCountingCarriers(carrierNames, randomFrom(seed + 1)));
  const fleet = stack.use(await Fleet.start(folder, members));
  const keys = { owner: fleet.ownerKey, other: await foundAnother(fleet.databaseUrl) };
  const tenants = await setUpTenants(fleet.request, keys, carriers.ports);
  const watch = stack.use(new DatabaseWatch(() => fleet.databaseUrl));
  watch.attended(true);
  const lateness = stack.use(new Lateness());
  const load = new Load({
    ...{ request: fleet.request, tenants, random: randomFrom(seed + 2) },
    waiting: () => watch.waiting,
  });
  const faults = new Faults({ fleet, watch, carriers, say });
  const found = new Set<string>();
  const look = async () => {
    const lateMs = Math.max(lateness.mostMs, watch.gapMs);
    // The carriers are read first, so their calls are not newer than the records.
    const carried = [...carriers.calls];
    const acknowledged = new Map(load.record.acknowledged);
    const calls = await query<StoredCall>(fleet.databaseUrl, storedCalls);
    const organizations = { first: 'Default', other: 'Other' };
    const evidence = { carried, calls, load: { ...load.record, acknowledged }, lateMs, organizations };
    for (const words of violations(evidence)) {
      if (!found.has(words)) say(`VIOLATION ${words}`);
      found.add(words);
    }
    return calls;
  };
  const counts: Record<string, number> = {};
  let deaths = 0;
  for (const [i, fault] of planFaults(random, kills, members, kinds).entries()) {
    await sleep(fault.afterMs);
    say(`${i + 1} of ${kills}: ${fault.kind}; ${load.record.acknowledged.size} calls acknowledged`);
    counts[fault.kind] = (counts[fault.kind] ?? 0) + 1;
    await faults.inflict(fault);
    if (signal?.aborted) break;
    // The next fault often comes while this one is still being settled.
    if (!fault.isSettled) continue;
    await faults.over();
    await until(settledWithinMs, async () => watch.isSettled);
    for (const { heldMs } of watch.deaths.slice(deaths))
      if (heldMs !== null) say(`slots were free after ${Math.round(heldMs)} ms`);
    deaths = watch.deaths.length;
    await look().catch((error: unknown) => say(`could not look: ${error}`));
  }
  await faults.over();
  await load.stop();
  const open = "select 1 from calls where status not in ('ended', 'canceled') limit 1";
  await until(overWithinMs, async () => (await query(fleet.databaseUrl, open)).length === 0);
  const calls = await look();
  for (const words of leftOvers(calls)) found.add(words);
  const { violations: wrongEnds, fenced } = await faults.drainAll();
  const lateMs = Math.round(Math.max(lateness.mostMs, watch.gapMs) + fenced * fencedMs);
  const seen = [...wrongEnds, ...faults.violations, ...watched(watch, carriers, linesMax, lateMs)];
  for (const words of seen) found.add(words);
  if (fenced > fencedMax) found.add(`${fenced} processes that ran were taken for dead`);
  return report({ seed, counts, found, calls, load, carriers, watch, lateMs });
}

async function foundAnother(connectionString: string): Promise<string> {
  const db = new Database({ connectionString, applicationName: 'kill', connectionsMax: 1, log: silentLog });
  try {
    const input = { name: 'Other', ownerName: null, ownerEmail: null };
    return (await foundOrganization(db, new SecretKey(fleetSecret), input)).key;
  } finally {
    await db.close();
  }
}

async function until(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs && !(await holds().catch(() => false))) await sleep(100);
}

interface Seen {
  seed: number;
  counts: Record<string, number>;
  found: Set<string>;
  calls: StoredCall[];
  load: Load;
  carriers: CountingCarriers;
  watch: DatabaseWatch;
  lateMs: number;
}

function report({ seed, counts, found, calls, load, carriers, watch, lateMs }: Seen): KillReport {
  const { carried, orphans } = { carried: carriers.calls, orphans: carriers.calls.filter((c) => c.isOrphan) };
  const held = watch.deaths
    .flatMap(({ heldMs }) => (heldMs === null ? [] : [heldMs]))
    .toSorted((a, b) => a - b);
  return {
    ...{ seed, kills: counts, violations: [...found], acknowledged: load.record.acknowledged.size },
    answers: load.record.answers,
    outcomes: countBy(calls, ({ ended_reason }) => ended_reason ?? 'none'),
    invites: carried.length,
    rang: carried.filter(({ hasRung }) => hasRung).length,
    orphans: countBy(
      orphans,
      ({ hasRung, ended }) => `${hasRung ? 'rang' : 'silent'}, ${ended ?? 'not ended'}`,
    ),
    retries: calls.filter(({ attempt }) => attempt > 1).length,
    most: { ...watch.most, ...carriers.most },
    samples: watch.samples,
    freed: {
      deaths: held.length,
      medianMs: Math.round(held[held.length >> 1] ?? 0),
      mostMs: Math.round(held.at(-1) ?? 0),
    },
    lateMs,
  };
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const groups = Object.entries(Object.groupBy(items, nameOf));
  return Object.fromEntries(groups.map(([name, all]) => [name, all?.length ?? 0]));
}
