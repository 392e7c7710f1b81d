import { chownSync, globSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { nameOf } from '../kill/process-tree.ts';
import { query } from '../kill/query.ts';
import { type Program, startProgram } from '../world/program.ts';
import { addresses, commonValues, configuration, type MachineName, machineNames } from './configuration.ts';
import { Machine, makeNetwork } from './machine.ts';

/** The user and group of Debian's PostgreSQL. */
async function postgresIds(): Promise<[number, number]> {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? '').split(':');
  return [Number(uid), Number(gid)];
}

const secret = commonValues.SECRET!;
const password = commonValues.PASSWORD!;
/** A telephone rings for 12 s at most, and a call that moves waits for the end of a sentence. */
const stopSeconds = 20;

/** The library of Debian's faketime that changes the time of a process; null where it is not installed. */
export const clockLibrary = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? null;

/** Returns a command that runs its arguments with another time of day. The monotonic clock stays right. */
const withClock = (offsetSeconds: number): string[] => {
  const offset = offsetSeconds > 0 ? `+${offsetSeconds}` : `${offsetSeconds}`;
  return offsetSeconds === 0
    ? []
    : ['env', `LD_PRELOAD=${clockLibrary}`, `FAKETIME=${offset}s`, 'DONT_FAKE_MONOTONIC=1'];
};

export type NodeName = 'api1' | 'api2' | 'calls1' | 'calls2';
export const nodeNames: readonly NodeName[] = ['api1', 'api2', 'calls1', 'calls2'];

export interface ClusterOptions {
  isSynchronous: boolean;
  say: (line: string) => void;
  /** The folder of another version of the program, with which the nodes start. */
  root?: string;
}

/** An installation on nine machines, each a network namespace, configured by `examples/cluster/`. */
export class Cluster {
  readonly machines: Record<MachineName, Machine>;
  /** The running programs by machine. */
  readonly programs = new Map<NodeName, Program>();
  readonly apiUrl = `http://${addresses.proxy}:8080`;
  readonly databaseUrl = `postgres://parley:${password}@${addresses.proxy}:5432/parley`;
  ownerKey = '';
  readonly secret = secret;
  readonly isSynchronous: boolean;
  /** The folder of the program that each node runs; this one by default. */
  readonly roots = new Map<NodeName, string>();
  readonly #say: (line: string) => void;

  private constructor({ isSynchronous, say, root }: ClusterOptions) {
    this.isSynchronous = isSynchronous;
    this.#say = say;
    if (root !== undefined) for (const name of nodeNames) this.roots.set(name, root);
    makeNetwork();
    const made = machineNames.map((name) => [name, new Machine(name)] as const);
    this.machines = Object.fromEntries(made) as Record<MachineName, Machine>;
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const { isSynchronous, say } = options;
    const cluster = new Cluster(options);
    say('the databases');
    await Promise.all(
      (['database1', 'database2', 'database3'] as const).map((name) => cluster.startEtcd(name)),
    );
    await Promise.all((['database1', 'database2'] as const).map((name) => cluster.startPatroni(name)));
    await cluster.startProxy();
    await cluster.#createDatabase();
    if (isSynchronous)
      await cluster.#until('a synchronous standby', async () => cluster.hasSynchronousStandby());
    say('the nodes');
    await cluster.startNode('api1');
    cluster.ownerKey = (await readFile(`${cluster.machines.api1.folder}/data/owner.key`, 'utf8')).trim();
    await Promise.all((['api2', 'calls1', 'calls2'] as const).map((name) => cluster.startNode(name)));
    say('Kamailio');
    await cluster.startSip();
    await cluster.#until('the API behind HAProxy', async () => (await fetch(`${cluster.apiUrl}/healthz`)).ok);
    return cluster;
  }

  /** Sends a request through HAProxy. */
  request: Program['request'] = async (method, path, { body, key = this.ownerKey, headers = {} } = {}) => {
    const response = await fetch(`${this.apiUrl}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(15_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      ...{ status: response.status, headers: Object.fromEntries(response.headers.entries()), text },
      body: isJson ? JSON.parse(text) : undefined,
    };
  };

  async startEtcd(name: 'database1' | 'database2' | 'database3'): Promise<void> {
    const machine = this.machines[name];
    const file = await this.#configure(machine, 'etcd.conf.yml', { DATA: `${machine.folder}/etcd` });
    machine.start('etcd', ['etcd', '--config-file', file]);
  }

  async startPatroni(name: 'database1' | 'database2'): Promise<void> {
    const machine = this.machines[name];
    const data = `${machine.folder}/postgresql`;
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const [uid, gid] = await postgresIds();
    chownSync(data, uid, gid);
    const values = {
      DATA: `${data}/15`,
      SOCKETS: data,
      SYNCHRONOUS: String(this.isSynchronous),
    };
    const file = await this.#configure(machine, 'patroni.yml', values);
    machine.start('patroni', ['patroni', file], 'postgres');
  }

  async startProxy(): Promise<void> {
    const file = await this.#configure(this.machines.proxy, 'haproxy.cfg', {});
    this.machines.proxy.start('haproxy', ['haproxy', '-db', '-f', file]);
  }

  async startSip(): Promise<void> {
    const machine = this.machines.sip;
    const list = await this.#configure(machine, 'dispatcher.list', {});
    const file = await this.#configure(machine, 'kamailio.cfg', { DISPATCHER_LIST: list });
    machine.start('kamailio', ['kamailio', '-DD', '-E', '-Y', machine.folder, '-f', file]);
  }

  /**
   * Starts Parley on a machine, whose clock may be wrong. Tries again while the database is away, as a service manager
   * does.
   */
  async startNode(name: NodeName, clockOffsetSeconds = 0): Promise<void> {
    const machine = this.machines[name];
    const dataDir = machine.dataFolder;
    const root = this.roots.get(name);
    const within = [...machine.within, ...withClock(clockOffsetSeconds)];
    const ROLES = name.startsWith('api') ? 'api,workflows' : 'calls,dialer';
    const values = {
      ...commonValues,
      ADDRESS: machine.address,
      PUBLIC: machine.address,
      ROLES,
      DATA: dataDir,
    };
    const text = await configuration('parley.env', values);
    const env = {
      ...(parseEnv(text) as Record<string, string>),
      PARLEY_STOP_SECONDS: String(stopSeconds),
      PARLEY_EGRESS_ALLOW: `${addresses.driver}/32`,
    };
    for (let attempt = 0; ; attempt++) {
      try {
        const options = { dataDir, env, within, ...(root === undefined ? {} : { root }) };
        this.programs.set(name, await startProgram(options));
        return;
      } catch (error) {
        if (attempt === 60) throw error;
        await sleep(1000);
      }
    }
  }

  /** Returns the id in the database of a node that carries calls. */
  nodeId(name: NodeName): string {
    const lines = this.programs.get(name)?.log() ?? [];
    return String(lines.findLast(({ msg }) => msg === 'the calls process is ready')?.nodeId ?? '');
  }

  /** Returns the error that a node logged for a request, or '' when none has. */
  errorOf(requestId: string): string {
    const lines = [...this.programs.values()].flatMap((program) => program.log());
    const line = lines.findLast((one) => one.requestId === requestId && one.err !== undefined);
    return (line?.err as { stack?: string } | undefined)?.stack ?? '';
  }

  /** Returns true when every node has its lease and reaches the database. */
  async areNodesReady(): Promise<boolean> {
    const answers = nodeNames.map(async (name) => {
      const url = `http://${addresses[name]}:${this.programs.get(name)?.metricsPort}/readyz`;
      return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
    });
    return (await Promise.all(answers)).every(Boolean);
  }

  /** Returns the machine of the primary, or null while there is none. */
  async primary(): Promise<'database1' | 'database2' | null> {
    for (const name of ['database1', 'database2'] as const) {
      const url = `http://${addresses[name]}:8008/primary`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null);
      if (answer?.ok) return name;
    }
    return null;
  }

  async hasSynchronousStandby(): Promise<boolean> {
    const url = `postgres://postgres:${password}@${addresses.proxy}:5432/postgres`;
    const rows = await query(url, "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')");
    return rows.length > 0;
  }

  /** Returns true when the standby follows the primary; in a synchronous cluster, when it also confirms each commit. */
  async isReplicating(): Promise<boolean> {
    if (this.isSynchronous) return this.hasSynchronousStandby();
    const url = `postgres://postgres:${password}@${addresses.proxy}:5432/postgres`;
    const rows = await query(url, "select 1 from pg_stat_replication where state = 'streaming'");
    return rows.length > 0;
  }

  /** Patroni refuses a switchover while it does not reach etcd, as in the seconds after a cut. So it is asked five times. */
  async switchover(): Promise<void> {
    const leader = await this.primary();
    for (let tries = 1; ; tries++) {
      const response = await fetch(`http://${addresses[leader ?? 'database1']}:8008/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader }),
        signal: AbortSignal.timeout(60_000),
      });
      if (response.ok) return;
      const refusal = await response.text();
      if (tries === 5) throw new Error(`Patroni refused a switchover: ${refusal}`);
      this.#say(`Patroni refused a switchover, which is asked for again: ${refusal}`);
      await sleep(1000);
    }
  }

  /** Kills PostgreSQL and Patroni of a machine, and leaves etcd. */
  killDatabase(name: 'database1' | 'database2'): void {
    this.machines[name].kill((pid) => nameOf(pid) === 'etcd');
  }

  async #createDatabase(): Promise<void> {
    const url = `postgres://postgres:${password}@${addresses.proxy}:5432/postgres`;
    await this.#until('a primary', async () => (await query(url, 'select 1')).length > 0);
    await query(url, `create role parley login password '${password}'`);
    await query(url, 'grant pg_monitor to parley');
    await query(url, 'create database parley owner parley');
  }

  async #configure(machine: Machine, file: string, values: Record<string, string>): Promise<string> {
    const path = `${machine.folder}/${file}`;
    const all = { ...commonValues, NAME: machine.name, ADDRESS: machine.address, ...values };
    await writeFile(path, await configuration(file, all));
    return path;
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const untilMs = performance.now() + 90_000;
    while (!(await holds().catch(() => false))) {
      if (performance.now() > untilMs) throw new Error(`waited 90 s for ${what}`);
      await sleep(200);
    }
    this.#say(`${what}: up`);
  }
}
