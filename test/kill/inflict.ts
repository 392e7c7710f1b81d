import { setTimeout as sleep } from 'node:timers/promises';
import type { CountingCarriers } from './counting-carrier.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { Fault } from './faults.ts';
import type { Fleet, Member } from './fleet.ts';
import { query } from './query.ts';

export interface FaultsOptions {
  fleet: Fleet;
  watch: DatabaseWatch;
  carriers: CountingCarriers;
  say: (line: string) => void;
}

/** SIGTERM lets live calls continue for 30 s, which is longer than the calls here. */
const drainedWithinMs = 60_000;
/** A process that was taken for dead hangs up and has ended after this time. */
const endsWithinMs = 10_000;
/** Messages sent before a kill have arrived after this time. */
const arrivedAfterMs = 100;

/** Carries out faults and their consequences: a killed process is started again. */
export class Faults {
  readonly violations: string[] = [];
  readonly #options: FaultsOptions;
  /** Unfinished consequences of faults. */
  #pending: Promise<void>[] = [];
  /** Starts and stops of a member run one after the other. */
  readonly #turns = new Map<Member, Promise<void>>();

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** Inflicts a fault. Resolves when it has taken effect. Its consequences follow until `over` resolves. */
  async inflict(fault: Fault): Promise<void> {
    const { fleet } = this.#options;
    const [first, second] = fault.members.map((index) => fleet.members[index]!);
    switch (fault.kind) {
      case 'one':
        return this.#kill([first!], fault.forMs);
      case 'two':
        return this.#kill([first!, second!], fault.forMs);
      case 'api':
        await fleet.killApi();
        return fleet.startApi();
      case 'everything':
        return this.#killEverything();
      case 'backend':
        return this.#killBackend(fault.pick);
      case 'stall':
      case 'comeback':
        this.#stop(first!, fault);
        return;
      case 'drain':
        return this.#drain(first!, fault.forMs);
    }
  }

  /** Resolves when every process runs again. */
  async over(): Promise<void> {
    while (this.#pending.length > 0) await Promise.all(this.#pending.splice(0));
  }

  /**
   * Ends all processes that carry calls with SIGTERM. Returns the violations in words, and how many had ended before,
   * because the others had taken them for dead on a machine that stalled them.
   */
  async drainAll(): Promise<{ violations: string[]; fenced: number }> {
    const { fleet } = this.#options;
    const ends = await Promise.all(
      fleet.members.map(async (member) => {
        const { program } = member;
        return { program, code: await fleet.drain(member, drainedWithinMs) };
      }),
    );
    const unplanned = ends.flatMap(({ program, code }, i) => {
      if (code === 0) return [];
      const worst = program?.log().findLast(({ level }) => level === 'fatal');
      return [{ i, code, why: JSON.stringify(worst ?? null) }];
    });
    const [fenced, others] = [true, false].map((is) =>
      unplanned.filter(({ code, why }) => is === (code === 1 && why.includes('took this one for dead'))),
    );
    const violations = others!.map(({ i, code, why }) => `the process ${i} ended with ${code}: ${why}`);
    return { violations, fenced: fenced!.length };
  }

  async #kill(members: readonly Member[], forMs: number): Promise<void> {
    const { fleet, watch } = this.#options;
    const there = members.filter(({ program }) => program !== null);
    for (const { nodeId } of there) watch.died(nodeId);
    await Promise.all(there.map((member) => fleet.killMember(member)));
    this.#attend();
    this.#later(async () => {
      await this.#orphan(there);
      await sleep(forMs);
      await Promise.all(there.map((member) => this.#start(member)));
    });
  }

  async #killEverything(): Promise<void> {
    const { fleet, watch } = this.#options;
    await this.over();
    watch.attended(false);
    for (const { nodeId } of fleet.members) watch.died(nodeId);
    await Promise.all([
      fleet.killApi(),
      ...fleet.members.map((member) => fleet.killMember(member)),
      fleet.killDatabase(),
    ]);
    await this.#orphan(fleet.members);
    await fleet.startDatabase();
    await Promise.all([fleet.startApi(), ...fleet.members.map((member) => this.#start(member))]);
  }

  /** Ends all connections. The server recovers by itself. */
  async #killBackend(pick: number): Promise<void> {
    const { fleet, watch } = this.#options;
    watch.attended(false);
    fleet.killBackend(pick);
    await sleep(arrivedAfterMs);
    while (!(await query(fleet.databaseUrl, 'select 1').catch(() => null))) await sleep(50);
    this.#attend();
  }

  #stop(member: Member, { kind, forMs }: Fault): void {
    const { fleet, watch } = this.#options;
    if (!member.program || member.isStopped) return;
    const { program } = member;
    fleet.stop(member);
    this.#attend();
    if (kind === 'comeback') watch.died(member.nodeId);
    this.#later(async () => {
      if (kind === 'comeback') await this.#orphan([member]);
      await sleep(forMs);
      // The member may have been killed meanwhile.
      if (member.program !== program) return;
      fleet.continue(member);
      this.#attend();
      if (kind === 'comeback') await this.#comeBack(member, program);
    });
  }

  /** A process that was taken for dead ends when it continues. If no other one was there to do so, it goes on. */
  async #comeBack(member: Member, program: NonNullable<Member['program']>): Promise<void> {
    const hasEnded = await Promise.race([
      program.exited.then(() => true),
      sleep(endsWithinMs).then(() => false),
    ]);
    if (!hasEnded) {
      this.#options.watch.revived(member.nodeId);
      return;
    }
    if (member.program === program) member.program = null;
    await this.#start(member);
  }

  async #drain(member: Member, forMs: number): Promise<void> {
    const { fleet } = this.#options;
    if (!member.program || member.isStopped) return;
    const { program, nodeId } = member;
    this.#later(async () => {
      const code = await fleet.drain(member, drainedWithinMs);
      // Null means that another fault interrupted the drain.
      if (code !== 0 && code !== null) this.violations.push(`a drained process ended with ${code}`);
      if (code === 0) await this.#checkDrained(nodeId);
      if (member.program !== null && member.program !== program) return;
      await sleep(forMs);
      await this.#start(member);
    });
  }

  async #checkDrained(nodeId: string): Promise<void> {
    const held = `select call_id, status from calls
      where node_id = $1 and status in ('dialing', 'ringing', 'in-progress', 'forwarding')`;
    const rows = await query(this.#options.fleet.databaseUrl, held, [nodeId]).catch(() => []);
    for (const row of rows) this.violations.push(`a drained process left ${JSON.stringify(row)}`);
  }

  async #orphan(members: readonly Member[]): Promise<void> {
    await sleep(arrivedAfterMs);
    for (const { sipPort } of members) this.#options.carriers.orphan(({ port }) => port === sipPort);
  }

  /** Starts a member that does not run. Concurrent requests start it once. */
  #start(member: Member): Promise<void> {
    const turn = (this.#turns.get(member) ?? Promise.resolve()).then(async () => {
      if (member.program) return;
      await this.#options.fleet.startMember(member);
      this.#attend();
    });
    this.#turns.set(member, turn);
    return turn;
  }

  #attend(): void {
    this.#options.watch.attended(this.#options.fleet.running.length > 0);
  }

  #later(work: () => Promise<void>): void {
    this.#pending.push(work());
  }
}
