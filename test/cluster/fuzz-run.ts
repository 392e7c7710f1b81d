import { setTimeout as sleep } from 'node:timers/promises';
import { leftOvers, type StoredCall, storedCalls, violations, watched } from '../kill/checks.ts';
import { openCountingCarriers } from '../kill/counting-carrier.ts';
import { DatabaseWatch } from '../kill/database-watch.ts';
import { Lateness } from '../kill/lateness.ts';
import { Load } from '../kill/load.ts';
import { query } from '../kill/query.ts';
import { carrierNames, setUpTenants } from '../kill/tenants.ts';
import { randomFrom } from '../world/random.ts';
import { type Answers, counted } from './answer-counts.ts';
import type { Cluster, NodeName } from './cluster.ts';
import { addresses } from './configuration.ts';
import {
  brokenConversations,
  type ConversationRecord,
  type Deploy,
  noticed,
  rungAgain,
  wrongRecords,
} from './conversation-checks.ts';
import { Conversations } from './conversations.ts';
import { carrierHost, deployKinds, type FaultKind, inflict, revive } from './faults.ts';
import { found, openProbe, type Probe } from './probe.ts';
import { ReadLoad, readPaths } from './read-load.ts';
import { openReceiver } from './receiver.ts';
import { calledAgain, Losses, unreportedFailovers } from './reported-losses.ts';
import { isWorkOver, storedEvents, workViolations } from './work-checks.ts';
import { WorkLoad } from './work-load.ts';

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
  /** Answers of the API by route and status. */
  answers: Answers;
  /** Answered conversations, those that a fault of their node may have ended, and inbound calls that were refused. */
  conversations: { answered: number; excused: number; refused: Record<string, number> };
  deploys: Deploy[];
  /** The number of calls by the reason of their end. */
  outcomes: Record<string, number>;
  /** The nodes that ended without a fault, because the machine stalled them. */
  fenced: NodeName[];
  /** The number of timelines of the database. */
  timelines: number;
  /** What was done beside the calls. */
  work: { messages: number; runs: number; events: number };
  /** Acknowledged changes that a failover lost, as the installation itself reports, by kind. */
  losses: Record<string, number>;
  lateMs: number;
}

export interface FuzzOptions {
  cluster: Cluster;
  /** The folder of the version that takes turns with this one in upgrades; null for no upgrades. */
  otherRoot: string | null;
  faults: number;
  /** No fault begins after this time. */
  minutes: number;
  kinds: readonly FaultKind[];
  seed: number;
  say: (line: string) => void;
}

const recoveredWithinMs = 120_000;
const overWithinMs = 120_000;
const readyWithinMs = 40_000;
/** A loaded machine may stall so many nodes for their lease, by the number of faults. */
const fencedShare = 0.05;
const linesMax = { narrow: 4, other: 3 };

/** Returns the kinds in a random order, each as often as the others. */
function plan(count: number, kinds: readonly FaultKind[], random: () => number): FaultKind[] {
  const planned: FaultKind[] = [];
  while (planned.length < count) {
    const round = kinds.map((kind) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at);
    planned.push(...round.map(({ kind }) => kind));
  }
  return planned.slice(0, count);
}

/**
 * Plays faults on a cluster while it dials and answers calls, answers chats, executes workflows and sends webhooks.
 * `checks.ts` of fuzz:kill has the rules for calls, `work-checks.ts` those for the rest.
 */
export async function fuzzCluster(options: FuzzOptions): Promise<ClusterReport> {
  await using stack = new AsyncDisposableStack();
  const run = await openRun(options, stack);
  await playFaults(run, options);
  return await judge(run, options);
}

/** A running load with everything that observes it. */
type Run = Awaited<ReturnType<typeof openRun>>;

async function openRun({ cluster, seed, say }: FuzzOptions, stack: AsyncDisposableStack) {
  const broken = new Set<string>();
  const violation = (words: string) => {
    if (!broken.has(words)) say(`VIOLATION ${words}`);
    broken.add(words);
  };
  const answers: Answers = {};
  cluster.request = counted(cluster.request, answers, violation, (id) => cluster.errorOf(id));
  const carriers = stack.use(await openCountingCarriers(carrierNames, randomFrom(seed + 1), carrierHost));
  const keys = { owner: cluster.ownerKey, other: await found(cluster, 'Other') };
  const tenants = await setUpTenants(cluster.request, keys, carriers.ports, carrierHost);
  const probe = await openProbe(cluster);
  const receiver = stack.use(await openReceiver(randomFrom(seed + 3)));
  const workKey = await found(cluster, 'Work');
  const { request } = cluster;
  const work = await WorkLoad.start({
    ...{ request, key: workKey, url: receiver.url, random: randomFrom(seed + 4) },
    mayLose: !cluster.isSynchronous,
  });
  const watch = stack.use(new DatabaseWatch(() => cluster.databaseUrl));
  watch.attended(true);
  const lateness = stack.use(new Lateness());
  const load = new Load({
    ...{ request, tenants, random: randomFrom(seed + 2), waiting: () => watch.waiting },
  });
  const conversations = await Conversations.open({
    ...{ request, key: await found(cluster, 'Conversations'), random: randomFrom(seed + 5) },
  });
  const callId = () => [...load.record.acknowledged.keys()].at(-1);
  const reads = new ReadLoad(
    { request, key: keys.owner, random: randomFrom(seed + 6), callId },
    await readPaths(),
  );
  const lateMs = () => Math.round(Math.max(lateness.mostMs, watch.gapMs));
  const recoveries: Recovery[] = [];
  const deploys: Deploy[] = [];
  const fenced: NodeName[] = [];
  const loads = { load, work, reads, conversations };
  return {
    ...{ ...loads, carriers, probe, receiver, workKey, watch, answers },
    ...{ broken, violation, lateMs, recoveries, deploys, fenced },
  };
}

async function playFaults(
  run: Run,
  { cluster, otherRoot, faults, minutes, kinds, seed, say }: FuzzOptions,
): Promise<void> {
  const random = randomFrom(seed);
  const { probe, watch, carriers, conversations, violation, recoveries } = run;
  const untilMs = performance.now() + 60_000 * minutes;
  for (const [i, kind] of plan(faults, kinds, random).entries()) {
    await sleep(1000 + random() * 2000);
    if (performance.now() > untilMs) return;
    // A node that was fenced by the fault before ends itself some seconds later, and takes no calls until then.
    await until(readyWithinMs, async () => {
      await reviveAll(run, cluster, say);
      return cluster.areNodesReady();
    });
    const { talking } = conversations;
    const atMs = performance.now();
    const inflicted = await inflict(kind, { cluster, watch, carriers, conversations, random, otherRoot });
    say(`${i + 1} of ${faults}: ${kind} (${inflicted.on})`);
    const mended = inflicted.mend().catch((error: unknown) => violation(`${kind}: ${error}`));
    const recovery = { kind, ...(await recovered(probe, inflicted.atMs ?? atMs)) };
    recoveries.push(recovery);
    if (recovery.dialingMs === null) violation(`dialing never went on: ${i + 1}, ${kind}`);
    if (recovery.answeringMs === null) violation(`answering never went on: ${i + 1}, ${kind}`);
    await mended;
    await reviveAll(run, cluster, say);
    conversations.settle();
    await until(40_000, () => cluster.isReplicating());
    say(`dialing after ${recovery.dialingMs} ms, answering after ${recovery.answeringMs} ms`);
    if (deployKinds.includes(kind)) {
      const deploy = noticed(talking, atMs);
      run.deploys.push(deploy);
      say(`customers noticed of it: ${JSON.stringify(deploy)}`);
    }
    await look(run, cluster).catch((error: unknown) => say(`could not look: ${error}`));
  }
}

/** Starts nodes that ended by themselves. Without a fault a node ends only when the machine stalled it for its lease. */
async function reviveAll(run: Run, cluster: Cluster, say: FuzzOptions['say']): Promise<void> {
  for (const { name, why } of await revive(cluster)) {
    const isExplained = run.conversations.hasFailed(addresses[name]);
    say(`had ended by itself${isExplained ? '' : ', without a fault'}: ${name} ${why}`);
    if (isExplained) continue;
    run.conversations.excuseEnded(addresses[name]);
    run.fenced.push(name);
    if (!why.includes('took this one for dead')) run.violation(`ended by itself: ${name} ${why}`);
  }
}

/** Checks what must hold for calls at every moment. Returns the calls, and the losses that a failover explains. */
async function look({ carriers, load, conversations, lateMs, violation }: Run, cluster: Cluster) {
  const carried = [...carriers.calls];
  const acknowledged = [...load.record.acknowledged];
  const { databaseUrl, isSynchronous } = cluster;
  const losses = await Losses.read(databaseUrl, isSynchronous);
  const stored = await query<StoredCall>(databaseUrl, storedCalls);
  const others = ['Probe', 'Conversations'];
  const calls = stored.filter(({ organization }) => !others.includes(organization));
  const callIds = new Set(calls.map(({ call_id }) => call_id));
  const times = new Map(acknowledged.map(([callId, { atMs }]) => [callId, atMs]));
  const lost = new Set(losses.unreported(times, (callId) => callIds.has(callId), 'calls'));
  // A cancellation, a pause and an end of a campaign may be lost as well.
  const record = {
    ...load.record,
    canceled: new Map([...load.record.canceled].filter(([, atMs]) => !losses.covers(atMs))),
    closures: load.record.closures.filter(({ fromMs }) => !losses.covers(fromMs)),
    acknowledged: new Map(acknowledged.filter(([callId]) => callIds.has(callId) || lost.has(callId))),
  };
  const sipCallIds = new Set(calls.map(({ sip_call_id }) => sip_call_id));
  const known = carried.filter(
    ({ callId, invitedAtMs }) => sipCallIds.has(callId) || !losses.covers(invitedAtMs),
  );
  const organizations = { first: 'Default', other: 'Other' };
  const evidence = { carried: known, calls, load: record, lateMs: lateMs(), organizations };
  const again = [...calledAgain(carried, calls), ...rungAgain(conversations.rings)];
  for (const words of [...violations(evidence), ...again]) violation(words);
  return { calls, losses };
}

/** Waits until everything is over, and checks the results. */
async function judge(run: Run, { cluster }: FuzzOptions): Promise<ClusterReport> {
  const { carriers, load, work, reads, conversations, workKey, receiver, watch, probe, lateMs, violation } =
    run;
  const { databaseUrl } = cluster;
  await Promise.all([load.stop(), work.stop(), reads.stop(), conversations.stop()]);
  const open = "select 1 from calls where status not in ('ended', 'canceled') limit 1";
  await until(overWithinMs, async () => (await query(databaseUrl, open)).length === 0);
  await until(overWithinMs, () => isWorkOver(databaseUrl));
  const stored = () => storedEvents(cluster, workKey);
  await until(overWithinMs, async () =>
    (await stored()).every(
      ({ type, eventId }) => type === 'database.failedOver' || receiver.events.has(eventId),
    ),
  );
  const { calls, losses } = await look(run, cluster);
  const events = await stored();
  const seen = { events, receiver, losses };
  const inbound = await lostInbound(cluster, probe, losses);
  for (const words of await workViolations(cluster, work.record, seen)) violation(words);
  for (const words of await unreportedFailovers(databaseUrl)) violation(words);
  for (const words of await wrongConversations(cluster, conversations, losses, lateMs())) violation(words);
  for (const words of [...leftOvers(calls), ...inbound]) violation(words);
  if (run.fenced.length > Math.max(2, run.recoveries.length * fencedShare))
    violation(`${run.fenced.length} nodes ended without a fault`);
  for (const words of watched(watch, carriers, linesMax, lateMs())) violation(words);
  const { messages, runs } = work.record;
  const answered = conversations.all.filter(({ ended }) => ended !== 'unanswered');
  const excused = answered.filter(({ isExcused }) => isExcused).length;
  const [epochs] = await query<{ count: number }>(
    databaseUrl,
    'select count(*)::int as count from database_epochs',
  );
  return {
    ...{ violations: [...run.broken], recoveries: run.recoveries, deploys: run.deploys, fenced: run.fenced },
    ...{ acknowledged: load.record.acknowledged.size, invites: carriers.calls.length },
    ...{ answers: run.answers, losses: losses.explained, lateMs: lateMs(), timelines: epochs!.count },
    work: { messages: messages.size, runs: runs.size, events: events.length },
    conversations: { answered: answered.length, excused, refused: conversations.refused },
    outcomes: tally(calls),
  };
}

function tally(calls: readonly StoredCall[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(calls, ({ ended_reason }) => ended_reason ?? 'none'));
  return Object.fromEntries(groups.map(([reason, all]) => [reason, all!.length]));
}

/** Returns conversations and accepted calls to customers whose records are wrong or missing. */
async function wrongConversations(
  { databaseUrl }: Cluster,
  conversations: Conversations,
  losses: Losses,
  lateMs: number,
): Promise<string[]> {
  const records = await query<ConversationRecord & { call_id: string; status: string }>(
    databaseUrl,
    `select call_id, sip_call_id, ended_reason, status from calls join organizations o using (organization_id)
     where o.name = 'Conversations'`,
  );
  const ids = new Set(records.map(({ call_id }) => call_id));
  const kept = new Set(records.map(({ sip_call_id }) => sip_call_id));
  const lost = losses.unreported(conversations.acknowledged, (id) => ids.has(id), 'calls to customers');
  const open = records.filter(({ status }) => !['ended', 'canceled'].includes(status));
  return [
    // Only now it is known which nodes ended. A call whose record a failover lost is stopped.
    ...brokenConversations(
      conversations.all.filter(
        ({ sipCallId, answeredAtMs }) => kept.has(sipCallId) || !losses.covers(answeredAtMs ?? 0),
      ),
      lateMs,
    ),
    ...wrongRecords(conversations.all, records, losses),
    ...lost.map((id) => `lost: the call ${id} to a customer`),
    ...open.map(({ call_id, status }) => `not over in the end: ${call_id} (${status})`),
  ];
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
async function lostInbound(cluster: Cluster, { answered }: Probe, losses: Losses): Promise<string[]> {
  const stored = await query<{ sip_call_id: string }>(
    cluster.databaseUrl,
    'select sip_call_id from calls where sip_call_id = any($1)',
    [[...answered.keys()]],
  );
  const known = new Set(stored.map(({ sip_call_id }) => sip_call_id));
  const lost = losses.unreported(answered, (id) => known.has(id), 'inbound calls');
  return lost.map((id) => `answered without a record: ${id}`);
}

async function until(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs && !(await holds().catch(() => false))) await sleep(200);
}
