import { findTeamCalls, offerTeamCalls } from '../../../domains/teams/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { SeenTeamCall } from '../record/call-environment.ts';

/** How often a process looks for members for the waiting calls of an organization, if no notification arrives. */
const lookEveryMs = 500;
/** The least time between two passes of an organization. The notifications of all organizations wake it. */
const leastMs = 250;

interface WaitingCalls {
  /** The calls that wait for the next pass. */
  asked: Map<string, PromiseWithResolvers<SeenTeamCall>>;
  /** Begins the next pass as soon as `leastMs` allows. */
  wake: () => void;
}

/**
 * Looks for members for the waiting calls of a process. One pass serves all waiting calls of an organization. Each call asks again
 * after each pass, so that nothing has to be undone when its wait is over.
 */
export class TeamQueue {
  readonly #db: Database;
  readonly #log: Log;
  readonly #organizations = new Map<string, WaitingCalls>();

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Returns the state of a call after the next pass that begins. With `soon`, it begins as soon as possible. */
  look(organizationId: string, teamCallId: string, { soon = false } = {}): Promise<SeenTeamCall> {
    const known = this.#organizations.get(organizationId);
    const calls = known ?? { asked: new Map(), wake: () => undefined };
    const ask = calls.asked.get(teamCallId) ?? Promise.withResolvers<SeenTeamCall>();
    calls.asked.set(teamCallId, ask);
    if (soon) calls.wake();
    if (known) return ask.promise;
    this.#organizations.set(organizationId, calls);
    void this.#run(organizationId, calls);
    return ask.promise;
  }

  /** Looks as soon as possible, because a member may have become free. */
  wake(): void {
    for (const { wake } of this.#organizations.values()) wake();
  }

  /** Runs passes as long as calls ask. */
  async #run(organizationId: string, calls: WaitingCalls): Promise<void> {
    while (calls.asked.size > 0) {
      const startedMs = monotonicMs();
      const wait = new AbortController();
      calls.wake = () => wait.abort();
      await this.#pass(organizationId, calls);
      const restOf = (ms: number) => Math.max(0, startedMs + ms - monotonicMs());
      await delay(restOf(lookEveryMs), wait.signal);
      await delay(restOf(leastMs));
    }
    this.#organizations.delete(organizationId);
  }

  async #pass(organizationId: string, calls: WaitingCalls): Promise<void> {
    const { asked } = calls;
    calls.asked = new Map();
    try {
      await offerTeamCalls(this.#db, organizationId);
      const states = await findTeamCalls(this.#db, organizationId, [...asked.keys()]);
      for (const [teamCallId, { resolve }] of asked) resolve(states.get(teamCallId) ?? null);
    } catch (error) {
      const facts = { err: error, organizationId, callers: asked.size };
      this.#log.warn(facts, 'no member could be looked for, and the callers wait on');
      for (const { resolve } of asked.values()) resolve('unknown');
    }
  }
}
