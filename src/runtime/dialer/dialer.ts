import type { CallWriter } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { counter, type Log, type ProcessClock, processClock } from '../../platform/kernel/index.ts';
import { type DialableCall, loadDialableCalls } from './dialable-call.ts';
import type { Eligibility } from './eligibility/eligibility.ts';
import { Gatekeeper, refuseCall } from './gatekeeper.ts';
import { claimDueCalls, gateSettingsOf, nextDueInMs, organizationsToDial } from './store.ts';

/** Dials claimed calls. The process that claims a call also sends its INVITE. */
export interface CallPlacer {
  /** Returns the number of further calls that this process accepts. */
  room(): number;
  /** Dials a claimed call, and is responsible for its end. */
  place(call: DialableCall): void;
}

interface DialerOptions {
  db: Database;
  writer: CallWriter;
  nodeId: string;
  placer: CallPlacer;
  log: Log;
  /** Default: the machine's clock. The database has to use the same one (`dialer_now()`). */
  clock?: ProcessClock;
  /** Asks organizations' webhooks. Without it, none of them answers. */
  eligibility?: Eligibility;
  /** Maximum calls of one claim; 50 by default. */
  claimMax?: number;
  /** Called when calls were left to other processes, which should look now. */
  onLeft?: () => void;
}

const claimedTotal = counter('parley_dialer_claimed_total', 'Calls claimed from the queue');
/** The default is small, so that a claim does not lock the organization's slots for long. */
const defaultClaimMax = 50;
/** The refusal of a call whose agent was deleted while it was queued. */
const agentMissing = {
  endedReason: 'refused-by-gate',
  reason: 'agent-missing',
  message: 'The agent of the call does not exist any more.',
} as const;
/** Calls that were left to other processes are claimed after this time, because those may be unable to. */
const leftForMs = 200;
/** Interval of checking the queue without a notification. */
const pollEveryMs = 1000;
/**
 * Passes begin at least this long after each other, unless one left calls. Every end of a call wakes all processes, and
 * most of their passes would find nothing. A claim looks ahead twice as far (`numbers_with_capacity`).
 */
const passEveryMs = 100;
/** The most that a timed pass is late, by chance. Processes that look at the same moment wait for each other's claims. */
const apartMs = 100;

/** The result of one pass over an organization's queue. */
interface Pass {
  claimed: number;
  /** Whether another pass would find more calls. No notification announces them. */
  isLeft: boolean;
}
const nothing: Pass = { claimed: 0, isLeft: false };

/**
 * Claims due calls and passes them to the placer. One pass over the queues runs at a time: on `wake`, when the next call
 * becomes due, and once a second. A pass that left calls is followed by another.
 */
export class Dialer {
  readonly #options: DialerOptions;
  #running: Promise<void> | null = null;
  /** Whether the dialer was woken while a pass ran, which may have missed the reason. */
  #woken = false;
  #passAtMs = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #turn = 0;
  readonly #clock: ProcessClock;
  readonly #gatekeeper: Gatekeeper;
  #cancelTimer = () => {};
  /** When calls of an organization were left to other processes, by the monotonic clock. */
  readonly #leftAtMs = new Map<string, number>();

  constructor(options: DialerOptions) {
    this.#options = options;
    const { db, writer, log, placer, clock = processClock, eligibility = null } = options;
    this.#clock = clock;
    const place = (call: DialableCall) => placer.place(call);
    this.#gatekeeper = new Gatekeeper({
      db,
      writer,
      clock,
      log,
      place,
      eligibility,
      onAsked: () => this.wake(),
    });
  }

  /** Checks the queue soon, because a call was queued, a slot became free, or a setting changed. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#woken = true;
      return;
    }
    this.#cancelTimer();
    const waitMs = this.#untilNextMs();
    if (waitMs > 0) {
      this.#cancelTimer = this.#clock.after(waitMs, () => this.wake());
      return;
    }
    this.#running = this.#passes().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when no pass is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Stops claiming. Resolves when every claimed call is decided. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#running;
    await this.#gatekeeper.settled();
  }

  /** Returns the time until the next pass may begin. */
  #untilNextMs(): number {
    return this.#passAtMs + passEveryMs - this.#clock.monotonicMs();
  }

  async #passes(): Promise<void> {
    let delayMs = pollEveryMs;
    try {
      do {
        this.#woken = false;
        this.#passAtMs = this.#clock.monotonicMs();
      } while ((await this.#pass()) && !this.#stopped);
      delayMs = Math.min(
        this.#leftAtMs.size > 0 ? leftForMs : pollEveryMs,
        Math.ceil((await nextDueInMs(this.#options.db)) ?? pollEveryMs) + Math.random() * apartMs,
      );
    } catch (error) {
      this.#options.log.error(
        { err: error },
        'a pass over the queue failed; the next one starts in a second',
      );
    }
    if (this.#stopped) return;
    const waitMs = Math.max(this.#woken ? 0 : delayMs, this.#untilNextMs());
    this.#cancelTimer = this.#clock.after(waitMs, () => this.wake());
  }

  /**
   * Works on every organization's queue, each for an equal share of this process's capacity. Unused capacity is then
   * offered to organizations that filled their share. Returns whether another pass would find more calls.
   */
  async #pass(): Promise<boolean> {
    if (this.#room() <= 0) return false;
    let isMore = false;
    const { db, claimMax = defaultClaimMax } = this.#options;
    const organizations = await organizationsToDial(db);
    for (const id of this.#leftAtMs.keys()) if (!organizations.includes(id)) this.#leftAtMs.delete(id);
    let waiting = this.#inTurn(organizations);
    while (waiting.length > 0 && this.#room() > 0) {
      const share = Math.min(Math.max(Math.floor(this.#room() / waiting.length), 1), claimMax);
      const filled: string[] = [];
      for (const organization of waiting) {
        const room = Math.min(this.#room(), share);
        if (room <= 0 || this.#stopped) return isMore;
        const { claimed, isLeft } = await this.#passOver(organization, room);
        if (isLeft) isMore = true;
        if (claimed >= room) filled.push(organization);
      }
      waiting = filled;
    }
    return isMore;
  }

  /** Returns the number of further calls to claim. Calls about which a webhook is asked already use capacity. */
  #room(): number {
    return this.#options.placer.room() - this.#gatekeeper.asking;
  }

  /** Rotates the order with each pass, so that the first organizations do not take all capacity that becomes free. */
  #inTurn(organizations: string[]): string[] {
    const from = this.#turn++ % Math.max(organizations.length, 1);
    return [...organizations.slice(from), ...organizations.slice(0, from)];
  }

  /** Works on the queue of one organization. Logs a failure, so that it affects no other organization. */
  async #passOver(organizationId: string, room: number): Promise<Pass> {
    const { log } = this.#options;
    try {
      const askable = await this.#askable(organizationId, room);
      if (askable === 0) return nothing;
      return await this.#claimAndDecide(organizationId, Math.min(room, askable));
    } catch (error) {
      log.error(
        { err: error, organizationId },
        'cannot process the queue of an organization; the next pass retries',
      );
      return nothing;
    }
  }

  /** Returns the number of calls about which a webhook can be asked. A paused webhook may have been replaced. */
  async #askable(organizationId: string, room: number): Promise<number> {
    const { db, eligibility } = this.#options;
    if (!eligibility) return room;
    const askable = eligibility.room(organizationId);
    if (askable > 0) return askable;
    const { eligibilityWebhook } = await gateSettingsOf(db, organizationId);
    eligibility.setWebhook(organizationId, eligibilityWebhook);
    return eligibility.room(organizationId);
  }

  /** Claims this process's share of the due calls, or all of them when other processes did not take theirs. */
  async #claim(organizationId: string, room: number) {
    const { db, nodeId, onLeft } = this.#options;
    const nowMs = this.#clock.monotonicMs();
    const leftAtMs = this.#leftAtMs.get(organizationId);
    const shares = leftAtMs === undefined || nowMs - leftAtMs < leftForMs;
    const claim = await claimDueCalls(db, organizationId, nodeId, room, shares);
    if (!claim.isShared) this.#leftAtMs.delete(organizationId);
    else if (leftAtMs === undefined) {
      this.#leftAtMs.set(organizationId, nowMs);
      onLeft?.();
    }
    return claim;
  }

  async #claimAndDecide(organizationId: string, room: number): Promise<Pass> {
    const { db, writer, nodeId } = this.#options;
    const claimedAtMs = this.#clock.monotonicMs();
    const { callIds, isCutShort } = await this.#claim(organizationId, room);
    if (callIds.length === 0) return { claimed: 0, isLeft: isCutShort };
    claimedTotal.inc(callIds.length);
    const calls = await loadDialableCalls(db, { organizationId, callIds, nodeId, claimedAtMs });
    const settings = await gateSettingsOf(db, organizationId);
    const orphans = callIds.filter((id) => !calls.some(({ callId }) => callId === id));
    const refused = orphans.map((callId) =>
      refuseCall(writer, { organizationId, callId, nodeId }, agentMissing),
    );
    // A failure of one call does not affect the others. Its claim is stray, and upkeep releases it.
    const [decided, ...others] = await Promise.allSettled([
      this.#gatekeeper.decide(calls, settings),
      ...refused,
    ]);
    const failed = [decided, ...others].find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    const stopped = orphans.length + (decided.status === 'fulfilled' ? decided.value : 0);
    // A claimed call that is not dialed leaves its capacity to another.
    return { claimed: callIds.length, isLeft: isCutShort || stopped > 0 || callIds.length >= room };
  }
}
