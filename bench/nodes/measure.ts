import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, CpuMs } from './cluster.ts';
import { startWork, talkingShareMin } from './work.ts';

export interface Size {
  acceptSeconds: number;
  /** The dialed calls of each pair. */
  dialed: number;
  /** The talking calls of each pair. */
  talking: number;
  holdSeconds: number;
  idleSeconds: number;
}

/** Processor time in milliseconds, of PostgreSQL and of all processes of the program. */
export interface Cost {
  postgres: number;
  nodes: number;
}

export interface Measured {
  pairs: number;
  /** Of one pair for each second. */
  idle: Cost & { transactions: number };
  /** The most connections of one process, by its kind. */
  connections: { api: number; calls: number };
  /** For each call, without the cost of idle processes. */
  singly: Cost & { perSecond: number };
  batched: Cost & { perSecond: number };
  dialed: Cost & { perSecond: number };
  /** For each second of a call. */
  talking: Cost;
  /** The talking calls that were begun, how many of them talked to the end, and how many each calls process had. */
  begun: number;
  talked: number;
  carried: number[];
}

interface Spent {
  cpu: CpuMs;
  seconds: number;
  operations: number;
}

/** Calls before the measurements, which load the code, open the connections and synthesize the speech. */
const warmUp = { dialed: 40, acceptSeconds: 4, holdMs: 6_000 };
const restMs = 2_000;
const lookEveryMs = 100;
/**
 * A cluster is at rest when three seconds have fewer transactions a second for each pair. Upkeep after a start takes some time,
 * and PostgreSQL counts the transactions of a connection about once a second.
 */
const restTransactionsMax = 20;
const restSeconds = 3;
const restWaitSecondsMax = 60;

/** Measures all costs on one cluster. */
export async function measureCluster(cluster: Cluster, folder: string, size: Size): Promise<Measured> {
  await using work = await startWork(cluster, folder);
  const pairs = cluster.apis.length;
  const rest = async () => {
    await cluster.rows('vacuum analyze');
    await delay(restMs);
  };
  await work.dial(warmUp.dialed * pairs);
  await work.accept(1, warmUp.acceptSeconds);
  await work.accept(1000, warmUp.acceptSeconds);
  await work.hold(size.talking * pairs);
  await delay(warmUp.holdMs);
  await work.hangUp();
  await rest();
  await untilIdle(cluster);

  const transactionsBefore = await cluster.transactions();
  const idle = await spentOn(cluster, async () => {
    await delay(size.idleSeconds * 1000);
    return size.idleSeconds * pairs;
  });
  const transactions = ((await cluster.transactions()) - transactionsBefore) / (size.idleSeconds * pairs);

  const peak = { api: 0, calls: 0 };
  const measure = async (operations: () => Promise<number>) => {
    const stop = watchConnections(cluster, peak);
    const spent = await spentOn(cluster, operations).finally(stop);
    await rest();
    const of = (...kinds: (keyof CpuMs)[]) =>
      kinds.reduce(
        (sum, kind) => sum + spent.cpu[kind] - (idle.cpu[kind] / idle.seconds) * spent.seconds,
        0,
      ) / spent.operations;
    return {
      postgres: of('postgres'),
      nodes: of('api', 'calls'),
      perSecond: spent.operations / spent.seconds,
    };
  };
  const singly = await measure(() => work.accept(1, size.acceptSeconds));
  const batched = await measure(() => work.accept(1000, size.acceptSeconds));
  const dialed = await measure(async () => {
    await work.dial(size.dialed * pairs);
    return size.dialed * pairs;
  });
  const calls = await work.hold(size.talking * pairs);
  await delay(restMs);
  const rows = await cluster.rows<{ calls: number }>(
    'select count(*)::int as calls from live_calls group by node_id order by calls',
  );
  const talking = await measure(async () => {
    await delay(size.holdSeconds * 1000);
    return calls * size.holdSeconds;
  });
  const talked = await work.talking();
  await work.hangUp();
  if (talked < size.talking * pairs * talkingShareMin)
    throw new Error(`only ${talked} of ${size.talking * pairs} calls talked to the end`);
  const idleOf = (...kinds: (keyof CpuMs)[]) =>
    kinds.reduce((sum, kind) => sum + idle.cpu[kind], 0) / idle.operations;
  return {
    ...{ pairs, connections: peak, singly, batched, dialed, talking },
    idle: { postgres: idleOf('postgres'), nodes: idleOf('api', 'calls'), transactions },
    ...{ begun: size.talking * pairs, talked, carried: rows.map(({ calls }) => calls) },
  };
}

/** Waits until the cluster is at rest, and says so when it does not come to rest in time. */
async function untilIdle(cluster: Cluster): Promise<void> {
  let perSecond = 0;
  for (let seconds = 0; seconds < restWaitSecondsMax; seconds += restSeconds) {
    const before = await cluster.transactions();
    await delay(restSeconds * 1000);
    perSecond = ((await cluster.transactions()) - before) / (restSeconds * cluster.apis.length);
    if (perSecond >= restTransactionsMax) continue;
    if (seconds > 0) console.log(`At rest after ${seconds + restSeconds} s`);
    return;
  }
  console.log(
    `Not at rest after ${restWaitSecondsMax} s: ${perSecond.toFixed(1)} transactions a second and pair`,
  );
}

/** Returns the processor time that `work` takes. `work` returns its number of operations. */
async function spentOn(cluster: Cluster, work: () => Promise<number>): Promise<Spent> {
  const from = cluster.cpuMs();
  const startedAtMs = performance.now();
  const operations = await work();
  const to = cluster.cpuMs();
  const of = (kind: keyof CpuMs) => to[kind] - from[kind];
  const cpu = { postgres: of('postgres'), api: of('api'), calls: of('calls') };
  return { cpu, seconds: (performance.now() - startedAtMs) / 1000, operations };
}

/** Raises `peak` to the most connections until the returned function is called. */
function watchConnections(cluster: Cluster, peak: { api: number; calls: number }): () => Promise<void> {
  const abort = new AbortController();
  const watching = (async () => {
    while (!abort.signal.aborted) {
      const { api, calls } = await cluster.connections();
      peak.api = Math.max(peak.api, api);
      peak.calls = Math.max(peak.calls, calls);
      await delay(lookEveryMs);
    }
  })();
  return () => {
    abort.abort();
    return watching;
  };
}
