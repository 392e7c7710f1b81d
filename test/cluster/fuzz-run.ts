import { setTimeout as sleep } from 'node:timers/promises';
import { leftOvers, type StoredCall, storedCalls, violations, watched } from '../kill/checks.ts';
import { openCountingCarriers } from '../kill/counting-carrier.ts';
import { DatabaseWatch } from '../kill/database-watch.ts';
import { Lateness } from '../kill/lateness.ts';
import { Load } from '../kill/load.ts';
import { query } from '../kill/query.ts';
import { carrierNames, setUpTenants } from '../kill/tenants.ts';
import { randomFrom } from '../world/random.ts';
import type { Cluster } from './cluster.ts';
import { carrierHost, type FaultKind, faultKinds, inflict, revive } from './faults.ts';
import { found, openProbe, type Probe } from './probe.ts';

/** How long a fault was felt, in ms; null when it was not over within two minutes. */
export interface Recovery {
  kind: FaultKind;
  dialingMs: number | null;
  answeringMs: number | null;
}

export interface ClusterReport {
  violations: string[];
  recoveries: Recovery[];
  acknowledged: number;
  invites: number;
  answers: Record<string, number>;
  lateMs: number;
}

export interface FuzzOptions {
  cluster: Cluster;
  faults: number;
  seed: number;
  say: (line: string) => void;
}

const recoveredWithinMs = 120_000;
const overWithinMs = 120_000;
const linesMax = { narrow: 4, other: 3 };

/** Returns the kinds in a random order, each as often as the others. */
function plan(count: number, random: () => number): FaultKind[] {
  const planned: FaultKind[] = [];
  while (planned.length < count) {
    const round = faultKinds.map((kind) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at);
    planned.push(...round.map(({ kind }) => kind));
  }
  return planned.slice(0, count);
}

/** Plays faults on a cluster while it dials and answers. `checks.ts` of fuzz:kill has the rules. */
export async function fuzzCluster({ cluster, faults, seed, say }: FuzzOptions): Promise<ClusterReport> {
  const random = randomFrom(seed);
  await using stack = new AsyncDisposableStack();
  const carriers = stack.use(await openCountingCarriers(carrierNames, randomFrom(seed + 1), carrierHost));
  const keys = { owner: cluster.ownerKey, other: await found(cluster, 'Other') };
  const tenants = await setUpTenants(cluster.request, keys, carriers.ports, carrierHost);
  const probe = await openProbe(cluster);
  const watch = stack.use(new DatabaseWatch(() => cluster.databaseUrl));
  watch.attended(true);
  const lateness = stack.use(new Lateness());
  const load = new Load({
    ...{ request: cluster.request, tenants, random: randomFrom(seed + 2), waiting: () => watch.waiting },
  });
  const broken = new Set<string>();
  const violation = (words: string) => {
    if (!broken.has(words)) say(`VIOLATION ${words}`);
    broken.add(words);
  };
  const lateMs = () => Math.round(Math.max(lateness.mostMs, watch.gapMs));
  const isOurs = ({ organization }: StoredCall) => organization !== 'Probe';
  const look = async () => {
    const carried = [...carriers.calls];
    const record = { ...load.record, acknowledged: new Map(load.record.acknowledged) };
    const calls = (await query<StoredCall>(cluster.databaseUrl, storedCalls)).filter(isOurs);
    const organizations = { first: 'Default', other: 'Other' };
    for (const words of violations({ carried, calls, load: record, lateMs: lateMs(), organizations }))
      violation(words);
    return calls;
  };
  const recoveries: Recovery[] = [];
  for (const [i, kind] of plan(faults, random).entries()) {
    await sleep(1000 + random() * 2000);
    const atMs = performance.now();
    const inflicted = await inflict(kind, { cluster, watch, carriers, random });
    say(`${i + 1} of ${faults}: ${kind} (${inflicted.on})`);
    const mended = inflicted.mend().catch((error: unknown) => violation(`${kind}: ${error}`));
    const recovery = { kind, ...(await recovered(probe, atMs)) };
    recoveries.push(recovery);
    if (recovery.dialingMs === null) violation(`dialing never went on: ${i + 1}, ${kind}`);
    if (recovery.answeringMs === null) violation(`answering never went on: ${i + 1}, ${kind}`);
    await mended;
    const revived = await revive(cluster);
    if (revived.length > 0) say(`had ended by themselves: ${revived.join(', ')}`);
    await until(40_000, () => cluster.isReplicating());
    say(`dialing after ${recovery.dialingMs} ms, answering after ${recovery.answeringMs} ms`);
    await look().catch((error: unknown) => say(`could not look: ${error}`));
  }
  await load.stop();
  const open = "select 1 from calls where status not in ('ended', 'canceled') limit 1";
  await until(overWithinMs, async () => (await query(cluster.databaseUrl, open)).length === 0);
  for (const words of leftOvers(await look())) violation(words);
  for (const words of await lostInbound(cluster, probe)) violation(words);
  for (const words of watched(watch, carriers, linesMax, lateMs())) violation(words);
  return {
    ...{ violations: [...broken], recoveries, acknowledged: load.record.acknowledged.size },
    ...{ invites: carriers.calls.length, answers: load.record.answers, lateMs: lateMs() },
  };
}

/** Probes in both directions until each succeeds, and returns the times since `atMs`. */
async function recovered(probe: Probe, atMs: number): Promise<Omit<Recovery, 'kind'>> {
  const first = async (attempt: () => Promise<boolean>): Promise<number | null> => {
    const untilMs = atMs + recoveredWithinMs;
    while (performance.now() < untilMs) {
      if (await attempt().catch(() => false)) return Math.round(performance.now() - atMs);
      await sleep(100);
    }
    return null;
  };
  const [dialingMs, answeringMs] = await Promise.all([first(probe.dial), first(probe.answer)]);
  return { dialingMs, answeringMs };
}

/** Returns answered inbound calls without a record. */
async function lostInbound(cluster: Cluster, { answeredCallIds }: Probe): Promise<string[]> {
  const stored = await query<{ sip_call_id: string }>(
    cluster.databaseUrl,
    'select sip_call_id from calls where sip_call_id = any($1)',
    [answeredCallIds],
  );
  const known = new Set(stored.map(({ sip_call_id }) => sip_call_id));
  return answeredCallIds.filter((id) => !known.has(id)).map((id) => `answered without a record: ${id}`);
}

async function until(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs && !(await holds().catch(() => false))) await sleep(200);
}
