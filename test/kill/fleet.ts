import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { freePort } from '../interop/sip-agent.ts';
import { type Program, startProgram } from '../world/program.ts';
import { kill, nameOf, processTree } from './process-tree.ts';

/** One process that carries calls. */
export interface Member {
  index: number;
  sipPort: number;
  /** Null while it does not run. */
  program: Program | null;
  /** Its id in the database. */
  nodeId: string;
  isStopped: boolean;
}

/** The secret key of all processes. */
export const fleetSecret = 'a secret for the kill fuzzer, long enough';

/**
 * An installation of several machines, simulated on one: a database, a process that serves HTTP, and several that carry
 * calls.
 */
export class Fleet implements AsyncDisposable {
  readonly members: Member[] = [];
  readonly #folder: string;
  #database!: EmbeddedPostgres;
  #api: Program | null = null;
  #ownerKey = '';

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts everything. The first process creates the organization. */
  static async start(folder: string, members: number): Promise<Fleet> {
    const fleet = new Fleet(folder);
    try {
      await fleet.startDatabase();
      await fleet.startApi();
      for (let index = 0; index < members; index++) {
        const member = { index, sipPort: await freePort(), program: null, nodeId: '', isStopped: false };
        fleet.members.push(member);
      }
      await Promise.all(fleet.members.map((member) => fleet.startMember(member)));
      return fleet;
    } catch (error) {
      await fleet[Symbol.asyncDispose]();
      throw error;
    }
  }

  get databaseUrl(): string {
    return this.#database.url;
  }

  get ownerKey(): string {
    return this.#ownerKey;
  }

  /** Sends a request to the API. Rejects while the API does not run. */
  request: Program['request'] = async (method, path, options = {}) => {
    if (!this.#api) throw new Error('the API is not there');
    return this.#api.request(method, path, { key: this.#ownerKey, ...options });
  };

  /** The members that run. */
  get running(): Member[] {
    return this.members.filter(({ program, isStopped }) => program !== null && !isStopped);
  }

  async startDatabase(): Promise<void> {
    const dataDir = join(this.#folder, 'database');
    this.#database = await startEmbeddedPostgres({ dataDir, log: silentLog });
  }

  async startApi(): Promise<void> {
    const dataDir = join(this.#folder, 'api');
    this.#api = await this.#start(dataDir, { PARLEY_ROLES: 'api' });
    this.#ownerKey ||= (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  }

  /** Starts a member that does not run. Its port may have to become free first. */
  async startMember(member: Member): Promise<void> {
    const dataDir = join(this.#folder, `calls-${member.index}`);
    const program = await this.#start(dataDir, { PARLEY_ROLES: 'calls,dialer' }, member.sipPort);
    member.nodeId = String(
      program.log().find(({ msg }) => msg === 'the calls process is ready')?.nodeId ?? '',
    );
    if (member.nodeId === '') throw new Error('a process that carries calls did not say how it is called');
    member.program = program;
  }

  async killMember(member: Member): Promise<void> {
    const { program } = member;
    if (!program) return;
    member.program = null;
    member.isStopped = false;
    kill(program.process.pid!);
    await program.exited;
  }

  async killApi(): Promise<void> {
    const api = this.#api;
    this.#api = null;
    if (!api) return;
    kill(api.process.pid!);
    await api.exited;
  }

  /** Kills the database server with all its processes. */
  async killDatabase(): Promise<void> {
    for (const pid of processTree(this.#database.processId)) kill(pid);
    await this.#database.exited;
  }

  /**
   * Kills one process of the database server, which then ends all others and recovers. `pick` from 0 to 1 selects it.
   */
  killBackend(pick: number): void {
    const [postmaster, ...backends] = processTree(this.#database.processId).filter(
      (pid) => nameOf(pid) === 'postgres',
    );
    if (postmaster !== undefined && backends.length > 0) kill(backends[Math.floor(pick * backends.length)]!);
  }

  /** Stops a member without ending it, as a paused virtual machine. */
  stop(member: Member): void {
    member.program?.process.kill('SIGSTOP');
    member.isStopped = true;
  }

  continue(member: Member): void {
    member.program?.process.kill('SIGCONT');
    member.isStopped = false;
  }

  /**
   * Sends SIGTERM. Resolves with the exit code, or with null when the member did not exit within `boundMs` and was
   * killed.
   */
  async drain(member: Member, boundMs: number): Promise<number | null> {
    const { program } = member;
    if (!program) return null;
    const overdue = setTimeout(() => kill(program.process.pid!), boundMs);
    const code = await program.stop();
    clearTimeout(overdue);
    member.program = null;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.killApi(), ...this.members.map((member) => this.killMember(member))]);
    await this.#database?.stop('immediate');
  }

  async #start(dataDir: string, env: Record<string, string>, sipPort?: number): Promise<Program> {
    const { databaseUrl } = this;
    const all = { PARLEY_SECRET_KEY: fleetSecret, ...env };
    for (let attempt = 0; ; attempt++) {
      const options = { databaseUrl, dataDir, env: all, ...(sipPort === undefined ? {} : { sipPort }) };
      try {
        return await startProgram(options);
      } catch (error) {
        // Tries again, as a service manager would: the database may be restarting, or a predecessor may still have the
        // port.
        if (attempt === 20) throw error;
        await sleep(500);
      }
    }
  }
}
