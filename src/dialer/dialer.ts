import { type OpenCircuit, takeProbe } from '../circuits/index.ts';
import type { Database } from '../db/index.ts';
import { counter, type Log, type ProcessClock, processClock } from '../kernel/index.ts';
import {
  claimDueCalls,
  holdCall,
  nextDueInMs,
  organizationsToDial,
  refuseCall,
  unparkCalls,
  type WaitingOrganization,
} from './claim.ts';
import { type DialableCall, loadDialableCalls } from './dialable-call.ts';
import { chooseTrunk, circuitHold } from './gate/closed-circuits.ts';
import { permitContacts } from './gate/frequency.ts';
import { judge } from './gate/judge.ts';
import type { Hold, Verdict } from './gate/verdict.ts';
import { type GateSettings, gateSettingsOf } from './gate-settings.ts';

/** Where claimed calls go: the process that claims is the one that sends the INVITE. */
export interface CallPlacer {
  /** How many more calls this process can take. */
  room(): number;
  /** Takes a claimed call over; from here on it ends every way there is. */
  place(call: DialableCall): void;
}

export interface DialerOptions {
  db: Database;
  nodeId: string;
  placer: CallPlacer;
  log: Log;
  /** The machine's own unless another is given, which the database has to go by too (`dialer_now()`). */
  clock?: ProcessClock;
}

const claimedTotal = counter('parley_dialer_claimed_total', 'Calls claimed from the queue');
const heldTotal = counter('parley_dialer_held_total', 'Claimed calls put back, by reason', ['reason']);
const refusedTotal = counter(
  'parley_dialer_refused_total',
  'Claimed calls refused before dialing, by reason',
  ['reason'],
);

/** Calls claimed at once, so that a claim does not hold the organization's slots for long. */
const batchMax = 50;
/** A call whose agent was deleted at the moment when it was queued. */
const agentGone = {
  endedReason: 'refused-by-gate',
  reason: 'agent-missing',
  message: 'The agent of the call does not exist any more.',
} as const;
/** Another call tries the circuit: what becomes of it is known soon, or the circuit says until when it is open. */
const probeLostRecheckMs = 5000;
/** The queue is looked at this often although nothing was notified. */
const pollEveryMs = 1000;

/**
 * Takes due calls out of the queue and hands them to the placer. One pass at a time: it runs when woken, when
 * the next call becomes due, and once a second; a pass that claimed something is followed by another.
 */
export class Dialer {
  readonly #options: DialerOptions;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #turn = 0;
  readonly #clock: ProcessClock;
  #cancelTimer = () => {};

  constructor(options: DialerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? processClock;
  }

  /** Looks at the queue now: something was queued, a slot became free, a switch was thrown. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#cancelTimer();
    this.#running = this.#passes().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when no pass over the queue is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Claims nothing more; resolves when the pass under way has handed over what it claimed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#running;
  }

  async #passes(): Promise<void> {
    let waitMs = pollEveryMs;
    try {
      do {
        this.#again = false;
        if ((await this.#pass()) > 0) this.#again = true;
      } while (this.#again && !this.#stopped);
      waitMs = Math.min(pollEveryMs, Math.max((await nextDueInMs(this.#options.db)) ?? pollEveryMs, 1));
    } catch (error) {
      this.#options.log.error({ err: error }, 'a pass over the queue failed; it is tried again in a second');
    }
    if (this.#stopped) return;
    // What was notified while the next due time was asked for must not wait for the timer.
    this.#cancelTimer = this.#clock.after(this.#again ? 0 : waitMs, () => this.wake());
  }

  /**
   * One look at every organization's queue, each for an equal share of this process's places, and at those that had a
   * use for all of theirs again, for what the others left. Above 0 where another pass is due.
   */
  async #pass(): Promise<number> {
    const { placer } = this.#options;
    let claimed = 0;
    let waiting = this.#inTurn(await organizationsToDial(this.#options.db));
    while (waiting.length > 0 && placer.room() > 0) {
      const share = Math.min(Math.max(Math.floor(placer.room() / waiting.length), 1), batchMax);
      const hungry: WaitingOrganization[] = [];
      for (const organization of waiting) {
        const room = Math.min(placer.room(), share);
        if (room <= 0 || this.#stopped) return claimed;
        const taken = await this.#workOn(organization, room);
        claimed += taken;
        if (taken >= room) hungry.push(organization);
      }
      waiting = hungry;
    }
    return claimed;
  }

  /** Another one is first in each pass, so that those who come first do not take every place that becomes free. */
  #inTurn(organizations: WaitingOrganization[]): WaitingOrganization[] {
    const from = this.#turn++ % Math.max(organizations.length, 1);
    return [...organizations.slice(from), ...organizations.slice(0, from)];
  }

  /** One that fails disturbs no other. */
  async #workOn({ organizationId, hasParked }: WaitingOrganization, room: number): Promise<number> {
    const { db, log } = this.#options;
    try {
      if (hasParked) await unparkCalls(db, organizationId, room);
      return await this.#claimAndDecide(organizationId, room);
    } catch (error) {
      log.error({ err: error, organizationId }, 'the queue of an organization could not be worked on');
      return 0;
    }
  }

  async #claimAndDecide(organizationId: string, room: number): Promise<number> {
    const { db, nodeId } = this.#options;
    const claimedAtMs = this.#clock.monotonicMs();
    const { callIds, isCutShort } = await claimDueCalls(db, organizationId, nodeId, room);
    if (callIds.length === 0) return isCutShort ? 1 : 0;
    claimedTotal.inc(callIds.length);
    const calls = await loadDialableCalls(db, { organizationId, callIds, nodeId, claimedAtMs });
    const settings = await gateSettingsOf(db, organizationId);
    const orphans = callIds.filter((id) => !calls.some(({ callId }) => callId === id));
    const judged = await this.#judge(calls, settings);
    const decided = [
      ...judged.map(([call, verdict]) => this.#carryOut(call, verdict)),
      ...orphans.map((callId) => refuseCall(db, { organizationId, callId, nodeId }, agentGone)),
    ];
    // Each to its end, whatever becomes of the others; one that fails is a stray claim, which upkeep releases.
    const failed = (await Promise.allSettled(decided)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return callIds.length;
  }

  /** What becomes of each: the pure rules first, then those that need the database. */
  async #judge(calls: DialableCall[], settings: GateSettings): Promise<[DialableCall, Verdict][]> {
    const nowMs = this.#clock.now();
    const judged = calls.map((call): [DialableCall, Verdict] => [call, judge(call, settings, nowMs)]);
    if (settings.frequencyCap === null) return judged;
    const allowed = judged.flatMap(([call, { kind }]) => (kind === 'dial' ? [call] : []));
    const held = await permitContacts(this.#options.db, settings.frequencyCap, allowed, nowMs);
    return judged.map(([call, verdict]) => [call, held.get(call.callId) ?? verdict]);
  }

  async #carryOut(call: DialableCall, verdict: Verdict): Promise<void> {
    const { db, placer } = this.#options;
    if (verdict.kind === 'dial') {
      const chosen = chooseTrunk(call);
      const closed = await this.#probe(call, chosen.probes);
      if (closed === null) return placer.place({ ...call, trunk: chosen.trunk, fallbacks: chosen.fallbacks });
      return this.#hold(call, circuitHold([{ ...closed, untilMs: this.#clock.now() + probeLostRecheckMs }]));
    }
    if (verdict.kind === 'hold') return this.#hold(call, verdict);
    refusedTotal.inc({ reason: verdict.reason });
    await refuseCall(db, call, verdict);
  }

  async #hold(call: DialableCall, verdict: Hold): Promise<void> {
    heldTotal.inc({ reason: verdict.reason });
    await holdCall(this.#options.db, call, verdict);
  }

  /** Takes the circuits that the call is to try; answers the one that another call was let through to first. */
  async #probe(call: DialableCall, probes: readonly OpenCircuit[]): Promise<OpenCircuit | null> {
    for (const probe of probes) {
      const isTaken = await takeProbe(this.#options.db, call.organizationId, call.callId, probe);
      if (!isTaken) return probe;
    }
    return null;
  }
}
