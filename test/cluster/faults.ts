import { setTimeout as sleep } from 'node:timers/promises';
import type { CountingCarriers } from '../kill/counting-carrier.ts';
import type { DatabaseWatch } from '../kill/database-watch.ts';
import { type Cluster, type NodeName, nodeNames } from './cluster.ts';
import { addresses, type MachineName } from './configuration.ts';
import type { Conversations } from './conversations.ts';
import type { Inflicted } from './inflicted.ts';
import { failOverWithLag, untilReplaced } from './lagging-failover.ts';

export const faultKinds = [
  'kill a calls node',
  'kill an API node',
  'freeze a calls node',
  'cut two machines apart',
  'power loss of a calls node',
  'power loss of the primary',
  'kill the primary',
  'switchover',
  'restart HAProxy',
  'restart Kamailio',
  'deploy a calls node',
  'wrong clock of a calls node',
  'full disk of a calls node',
  'rolling upgrade',
  'failover with lag',
] as const;
/** The kinds that replace nodes as a deploy does. */
export const deployKinds: readonly FaultKind[] = [
  'deploy a calls node',
  'wrong clock of a calls node',
  'rolling upgrade',
];
export type FaultKind = (typeof faultKinds)[number];

/**
 * The pairs between which the network may fail: those that reach the database, etcd or Kamailio. Two other ways are not cut:
 * a calls node and the carriers, and the audio of listening members between nodes (port 9470), which no work here uses.
 */
const pairs: readonly [MachineName, MachineName][] = [
  ...(['calls1', 'calls2', 'api1', 'api2', 'database1', 'database2'] as const).map(
    (name) => [name, 'proxy'] as [MachineName, MachineName],
  ),
  ['calls1', 'sip'],
  ['calls2', 'sip'],
  ['database1', 'database2'],
  ['database1', 'database3'],
  ['database2', 'database3'],
];
/** How wrong a clock may be. */
const clockOffsetSeconds = 30;

export interface Setting {
  cluster: Cluster;
  watch: DatabaseWatch;
  carriers: CountingCarriers;
  conversations: Conversations;
  random: () => number;
  /** The folder of the version that takes turns with this one in upgrades; null when there is none. */
  otherRoot: string | null;
}

/** Inflicts a fault, and returns how to mend it. */
export async function inflict(kind: FaultKind, setting: Setting): Promise<Inflicted> {
  const { cluster, random } = setting;
  const { machines } = cluster;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const calls: NodeName = pick(['calls1', 'calls2'] as const);
  switch (kind) {
    case 'kill a calls node':
      return down(setting, calls, 3000);
    case 'kill an API node':
      return down(setting, pick(['api1', 'api2'] as const), 3000);
    case 'power loss of a calls node':
      machines[calls].cable('down');
      return down(setting, calls, 12_000);
    case 'freeze a calls node':
      return freeze(setting, calls, 4000 + random() * 21_000);
    case 'cut two machines apart': {
      const [one, other] = pick(pairs);
      const cutForMs = 8000 + random() * 8000;
      machines[one].cutFrom(machines[other]);
      return {
        on: `${one} and ${other}, ${Math.round(cutForMs / 1000)} s`,
        async mend() {
          // Without the database a node goes on with its calls, while its lease ends and its slots go to others.
          if (other === 'proxy') await orphanCalls(setting, one);
          // Its BYEs are lost, and those of its customers.
          if (other === 'sip') setting.conversations.excuse(addresses[one]);
          await sleep(cutForMs);
          machines[one].healTo(machines[other]);
        },
      };
    }
    case 'power loss of the primary':
    case 'kill the primary':
      return losePrimary(cluster, kind === 'power loss of the primary');
    case 'switchover': {
      const from = await cluster.primary();
      const done = cluster.switchover();
      done.catch(() => undefined);
      // The probes begin when the old primary has stepped down, because it serves until then.
      for (let i = 0; i < 200 && (await cluster.primary()) === from; i++) await sleep(50);
      return { on: `${from}`, mend: () => done };
    }
    case 'restart HAProxy':
      machines.proxy.kill();
      await cluster.startProxy();
      return { on: 'proxy', mend: async () => undefined };
    case 'restart Kamailio':
      machines.sip.kill();
      await cluster.startSip();
      return { on: 'sip', mend: async () => undefined };
    case 'deploy a calls node':
      return { on: calls, mend: restarted(cluster, calls) };
    case 'wrong clock of a calls node':
      return wrongClock(cluster, calls, random() < 0.5 ? clockOffsetSeconds : -clockOffsetSeconds);
    case 'full disk of a calls node':
      machines[calls].fillDisk();
      return {
        on: calls,
        async mend() {
          await sleep(10_000);
          machines[calls].emptyDisk();
        },
      };
    case 'rolling upgrade':
      return upgrade(setting);
    case 'failover with lag':
      return failOverWithLag(cluster, random() < 0.4 ? () => down(setting, calls, 3000) : null);
  }
}

/** Stops a node, as a deploy does. Returns how to start it again. */
function restarted(cluster: Cluster, name: NodeName, offsetSeconds = 0): () => Promise<void> {
  const stopped = cluster.programs.get(name)!.stop();
  return async () => {
    await stopped;
    await cluster.startNode(name, offsetSeconds);
  };
}

/** Starts a node again with a wrong clock, and later with the right one. */
function wrongClock(cluster: Cluster, name: NodeName, offsetSeconds: number): Inflicted {
  const start = restarted(cluster, name, offsetSeconds);
  return {
    on: `${name}, ${offsetSeconds} s`,
    async mend() {
      await start();
      await sleep(10_000);
      await restarted(cluster, name)();
    },
  };
}

/** Starts each node again with the other version, one after the other. */
function upgrade({ cluster, otherRoot }: Setting): Inflicted {
  const isBack = !cluster.roots.has('api1');
  return {
    on: isBack ? 'back to the other version' : 'to this version',
    async mend() {
      for (const name of nodeNames) {
        const start = restarted(cluster, name);
        if (isBack && otherRoot !== null) cluster.roots.set(name, otherRoot);
        else cluster.roots.delete(name);
        await start();
      }
    },
  };
}

/** Kills everything on a node's machine, and starts it again after `forMs`. */
function down(setting: Setting, name: NodeName, forMs: number): Inflicted {
  const { cluster, watch } = setting;
  const machine = cluster.machines[name];
  if (name.startsWith('calls')) watch.died(cluster.nodeId(name));
  machine.kill();
  return {
    on: name,
    async mend() {
      await orphanCalls(setting, name);
      await sleep(forMs);
      machine.cable('up');
      await cluster.startNode(name);
    },
  };
}

function freeze(setting: Setting, name: NodeName, forMs: number): Inflicted {
  const { cluster, watch } = setting;
  const machine = cluster.machines[name];
  const program = cluster.programs.get(name)!;
  let hasEnded = false;
  void program.exited.then(() => {
    hasEnded = true;
  });
  // A shorter freeze may pass unnoticed.
  if (forMs > 20_000) watch.died(cluster.nodeId(name));
  machine.signal('SIGSTOP');
  return {
    on: `${name}, ${Math.round(forMs / 1000)} s`,
    async mend() {
      await orphanCalls(setting, name);
      await sleep(forMs);
      machine.signal('SIGCONT');
      // A node that learns that it was declared dead ends itself.
      await sleep(5000);
      if (hasEnded) await cluster.startNode(name);
    },
  };
}

/** A request that was sent has arrived at a carrier after this time. */
const arrivedAfterMs = 200;

/** Records at the carriers that a node's calls no longer hold slots, and that its conversations may end. */
async function orphanCalls({ carriers, conversations }: Setting, name: MachineName): Promise<void> {
  conversations.excuse(addresses[name]);
  await sleep(arrivedAfterMs);
  carriers.orphan(({ address }) => address === addresses[name]);
}

async function losePrimary(cluster: Cluster, isPowerLost: boolean): Promise<Inflicted> {
  const name = (await cluster.primary()) ?? 'database1';
  const machine = cluster.machines[name];
  if (isPowerLost) {
    machine.cable('down');
    machine.kill();
  } else cluster.killDatabase(name);
  return {
    on: name,
    async mend() {
      // A machine boots for longer than Patroni waits for it. A process is started again at once.
      await (isPowerLost ? untilReplaced(cluster, name) : sleep(10_000));
      machine.cable('up');
      if (isPowerLost) await cluster.startEtcd(name);
      await cluster.startPatroni(name);
    },
  };
}

/** A node that ended by itself. */
export interface EndedNode {
  name: NodeName;
  /** Its last fatal log line; empty without one. */
  why: string;
}

/** Starts again what ended by itself, as a service manager does. Returns the nodes. */
export async function revive(cluster: Cluster): Promise<EndedNode[]> {
  const dead = nodeNames.filter((name) => {
    const child = cluster.programs.get(name)?.process;
    return child === undefined || child.exitCode !== null || child.signalCode !== null;
  });
  const ended = dead.map((name) => {
    const line = cluster.programs
      .get(name)
      ?.log()
      .findLast(({ level }) => level === 'fatal');
    return { name, why: line === undefined ? '' : JSON.stringify(line) };
  });
  await Promise.all(dead.map((name) => cluster.startNode(name)));
  return ended;
}

/** The host of the carriers. */
export const carrierHost = addresses.driver;
