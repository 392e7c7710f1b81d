import type { Database } from '../../platform/db/index.ts';
import { counter, type Log, type ProcessClock, processClock } from '../../platform/kernel/index.ts';
import { claimDueCalls, nextDueInMs, organizationsToDial, refuseCall } from './claim.ts';
import { type DialableCall, loadDialableCalls } from './dialable-call.ts';
import type { Eligibility } from './eligibility/eligibility.ts';
import { gateSettingsOf } from './gate-settings.ts';
import { Gatekeeper } from './gatekeeper.ts';

/** Where claimed calls go: the process that claims is the one that sends the INVITE. */
export interface CallPlacer {
  /** How many more calls this process can take. */
  room(): number;
  /** Takes a claimed call over; from here on it ends every way there is. */
  place(call: DialableCall): void;
}

interface DialerOptions {
  db: Database;
  nodeId: string;
  placer: CallPlacer;
  log: Log;
  /** The machine's own unless another is given, which the database has to go by too (`dialer_now()`). */
  clock?: ProcessClock;
  /** Asks organizations' webhooks; left out: none of them answers. */
  eligibility?: Eligibility;
  /** Calls claimed at once; left out: 50. */
  claimMax?: number;
}

const claimedTotal = counter('parley_dialer_claimed_total', 'Calls claimed from the queue');
/** So that a claim does not hold the organization's slots for long. */
const usualClaimMax = 50;
/** A call whose agent was deleted at the moment when it was queued. */
const agentGone = {
  endedReason: 'refused-by-gate',
  reason: 'agent-missing',
  message: 'The agent of the call does not exist any more.',
} as const;
/** The queue is looked at this often although nothing was notified. */
const pollEveryMs = 1000;

/** What a look at the queue of an organization came to. */
interface Worked {
  claimed: number;
  /** Whether another look would find more: nobody says so when it would. */
  isLeft: boolean;
}
const nothing: Worked = { claimed: 0, isLeft: false };

/**
 * Takes due calls out of the queue and hands them to the placer. One pass at a time: it runs when woken, when
 * the next call becomes due, and once a second; a pass that left something is followed by another.
 */
export class Dialer {
  readonly #options: DialerOptions;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #turn = 0;
  readonly #clock: ProcessClock;
  readonly #gatekeeper: Gatekeeper;
  #cancelTimer = () => {};

  constructor(options: DialerOptions) {
    this.#options = options;
    const { db, log, placer, clock = processClock, eligibility = null } = options;
    this.#clock = clock;
    const place = (call: DialableCall) => placer.place(call);
    this.#gatekeeper = new Gatekeeper({ db, clock, log, place, eligibility, onAsked: () => this.wake() });
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

  /** Claims nothing more; resolves when everything that was claimed is handed over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#running;
    await this.#gatekeeper.settled();
  }

  async #passes(): Promise<void> {
    let waitMs = pollEveryMs;
    try {
      do {
        this.#again = false;
        if (await this.#pass()) this.#again = true;
      } while (this.#again && !this.#stopped);
      waitMs = Math.min(
        pollEveryMs,
        Math.max(Math.ceil((await nextDueInMs(this.#options.db)) ?? pollEveryMs), 1),
      );
    } catch (error) {
      this.#options.log.error({ err: error }, 'a pass over the queue failed; it is tried again in a second');
    }
    if (this.#stopped) return;
    // What was notified while the next due time was asked for must not wait for the timer.
    this.#cancelTimer = this.#clock.after(this.#again ? 0 : waitMs, () => this.wake());
  }

  /**
   * One look at every organization's queue, each for an equal share of this process's places, and at those that had a
   * use for all of theirs again, for what the others left. Whether another pass would find more.
   */
  async #pass(): Promise<boolean> {
    if (this.#room() <= 0) return false;
    let isMore = false;
    const { db, claimMax = usualClaimMax } = this.#options;
    let waiting = this.#inTurn(await organizationsToDial(db));
    while (waiting.length > 0 && this.#room() > 0) {
      const share = Math.min(Math.max(Math.floor(this.#room() / waiting.length), 1), claimMax);
      const hungry: string[] = [];
      for (const organization of waiting) {
        const room = Math.min(this.#room(), share);
        if (room <= 0 || this.#stopped) return isMore;
        const { claimed, isLeft } = await this.#workOn(organization, room);
        if (isLeft) isMore = true;
        if (claimed >= room) hungry.push(organization);
      }
      waiting = hungry;
    }
    return isMore;
  }

  /** How many more calls may be claimed: what somebody is asked about has a place already. */
  #room(): number {
    return this.#options.placer.room() - this.#gatekeeper.asking;
  }

  /** Another one is first in each pass, so that those who come first do not take every place that becomes free. */
  #inTurn(organizations: string[]): string[] {
    const from = this.#turn++ % Math.max(organizations.length, 1);
    return [...organizations.slice(from), ...organizations.slice(0, from)];
  }

  /** One that fails disturbs no other. */
  async #workOn(organizationId: string, room: number): Promise<Worked> {
    const { log } = this.#options;
    try {
      const askable = await this.#askable(organizationId, room);
      if (askable === 0) return nothing;
      return await this.#claimAndDecide(organizationId, Math.min(room, askable));
    } catch (error) {
      log.error({ err: error, organizationId }, 'the queue of an organization could not be worked on');
      return nothing;
    }
  }

  /** How many calls somebody can be asked about; one who rests may have been replaced by another meanwhile. */
  async #askable(organizationId: string, room: number): Promise<number> {
    const { db, eligibility } = this.#options;
    if (!eligibility) return room;
    const askable = eligibility.room(organizationId);
    if (askable > 0) return askable;
    const { eligibilityWebhook } = await gateSettingsOf(db, organizationId);
    eligibility.isSet(organizationId, eligibilityWebhook);
    return eligibility.room(organizationId);
  }

  async #claimAndDecide(organizationId: string, room: number): Promise<Worked> {
    const { db, nodeId } = this.#options;
    const claimedAtMs = this.#clock.monotonicMs();
    const { callIds, isCutShort } = await claimDueCalls(db, organizationId, nodeId, room);
    if (callIds.length === 0) return { claimed: 0, isLeft: isCutShort };
    claimedTotal.inc(callIds.length);
    const calls = await loadDialableCalls(db, { organizationId, callIds, nodeId, claimedAtMs });
    const settings = await gateSettingsOf(db, organizationId);
    const orphans = callIds.filter((id) => !calls.some(({ callId }) => callId === id));
    const refused = orphans.map((callId) => refuseCall(db, { organizationId, callId, nodeId }, agentGone));
    // Each to its end, whatever becomes of the others; one that fails is a stray claim, which upkeep releases.
    const [decided, ...others] = await Promise.allSettled([
      this.#gatekeeper.decide(calls, settings),
      ...refused,
    ]);
    const failed = [decided, ...others].find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    const stopped = orphans.length + (decided.status === 'fulfilled' ? decided.value : 0);
    // What was claimed and is not dialed has left its place to another.
    return { claimed: callIds.length, isLeft: isCutShort || stopped > 0 || callIds.length >= room };
  }
}
