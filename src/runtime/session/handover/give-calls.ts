import { stat } from 'node:fs/promises';
import {
  type CallEnd,
  freezeCall,
  type GivenCall,
  givenCalls,
  offerCall,
  passEndingOn,
  withdrawCall,
} from '../../../domains/calls/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import {
  counter,
  delay,
  type Log,
  monotonicMs,
  OutcomeUnknownError,
  waitAtMost,
} from '../../../platform/kernel/index.ts';
import type { MovedDialog } from '../../../telephony/sip/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import { type CallFacts, type CallOffer, type MovedCall, movedVersion } from '../call/moved-call.ts';
import { sendRecording } from './recording-part.ts';
import { sealed } from './sealed-documents.ts';

interface GiverOptions {
  db: Database;
  nodeId: string;
  secret: SecretKey;
  log: Log;
  calls: () => Iterable<LiveCall>;
  /** Ends a call at the other side by its dialog, after another process may have sent requests. */
  hangUp: (dialog: MovedDialog, credentials: CallFacts['credentials']) => void;
}

const handedOver = counter(
  'parley_handovers_total',
  'Calls that this process offered to others when it stopped, by result',
  ['result'],
);

/** How often the states of offered calls are read without a notification. */
const lookEveryMs = 200;
/** How often a call is examined for a moment between two turns. */
const momentEveryMs = 40;
/** When neither side has spoken for so long, any moment is good. */
const silentCallerMs = 1_500;
/** The most time that a process may take to prepare for a call. */
const preparedMsMax = 15_000;
/** The most time that a prepared process is kept waiting for a moment between two turns. */
const momentMsMax = 25_000;
/** The most calls that are suspended at the same time. More of them delay each other. */
const suspendedMax = 4;
/** The most time that the other side hears silence while no process takes the call. */
const frozenMsMax = 2_000;
/** The most time that requests of the other side are answered for a process that has taken the call. */
const takenMsMax = 40_000;
/** A call that went on here after so many suspensions stays. */
const suspensionsMax = 2;
/** The delay before a call that no process has taken is offered again. */
const offerAgainMs = 1_000;

/**
 * Gives the live calls of a stopping process to others. Each call is offered, and stays here until another process is ready
 * for it. It is then suspended between two turns. The database decides who has it at every moment.
 */
export class CallGiver {
  readonly #options: GiverOptions;
  readonly #giving = new Map<LiveCall, Promise<void>>();
  /** The number of suspensions after which a call went on here. */
  readonly #kept = new WeakMap<LiveCall, number>();
  /** The number of calls that are suspended now. */
  #suspended = 0;
  #states = new Map<string, GivenCall>();
  #look = Promise.withResolvers<void>();
  #wake: () => void = () => undefined;
  readonly #abort = new AbortController();

  constructor(options: GiverOptions) {
    this.#options = options;
  }

  /** Reads the states of offered calls now. */
  wake(): void {
    this.#wake();
  }

  /** Gives up the recordings that have not been sent. */
  giveUp(): void {
    this.#abort.abort();
  }

  /** Offers calls until the signal aborts. Then resolves when the last call goes on here, or has left with its recording. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, calls } = this.#options;
    while (!signal.aborted || this.#giving.size > 0) {
      for (const live of signal.aborted ? [] : calls()) {
        if (this.#giving.has(live) || (this.#kept.get(live) ?? 0) >= suspensionsMax) continue;
        const given = this.#give(live, signal)
          .catch((error: unknown) => {
            log.warn({ err: error, ...keyOf(live) }, 'a call could not be handed over');
            return delay(offerAgainMs, signal);
          })
          .finally(() => this.#giving.delete(live));
        this.#giving.set(live, given);
      }
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      await this.#read().catch((error: unknown) =>
        log.warn({ err: error }, 'the states of offered calls could not be read'),
      );
      await delay(lookEveryMs, wait.signal);
    }
  }

  async #read(): Promise<void> {
    if (this.#giving.size === 0) return;
    const keys = [...this.#giving.keys()].map(keyOf);
    const rows = await givenCalls(this.#options.db, keys);
    this.#states = new Map(rows.map((row) => [row.callId, row]));
    const { resolve } = this.#look;
    this.#look = Promise.withResolvers();
    resolve();
  }

  /** Returns the next state that is read of a call. */
  async #next(live: LiveCall): Promise<GivenCall> {
    for (;;) {
      await this.#look.promise;
      const state = this.#states.get(live.held.callId);
      if (state) return state;
    }
  }

  async #give(live: LiveCall, signal: AbortSignal): Promise<void> {
    const { db, secret } = this.#options;
    const offer = live.handover.offer();
    if (!offer) return delay(offerAgainMs, signal);
    const bytes = sealed(secret, 'offer', live.held, offer);
    if (!(await offerCall(db, live.held, { version: movedVersion, offer: bytes }))) return;
    const isReady = await this.#untilReady(live, signal);
    // Another process of this machine may be about to have a file of the same name.
    if (isReady) await live.audio.recording.rename('moved');
    const suspended = isReady ? await this.#suspendedAtMoment(live, signal) : null;
    if (!suspended) {
      await live.audio.recording.rename('wav');
      await withdrawCall(db, live.held);
      return delay(offerAgainMs, signal);
    }
    const { moved, isStored } = suspended;
    const outcome = await this.#handOver(live, isStored).finally(() => void this.#suspended--);
    if (outcome === 'left') return this.#left(live);
    if (outcome === 'lost') return this.#lost(live, moved, offer);
    await live.audio.recording.rename('wav');
  }

  /** Suspends a call at its next moment between two turns. Returns `null` when there is none in time. */
  async #suspendedAtMoment(live: LiveCall, signal: AbortSignal): Promise<Suspended | null> {
    const { handover } = live;
    const fromMs = monotonicMs();
    let hasSpoken = false;
    while (monotonicMs() - fromMs < momentMsMax && !signal.aborted && !live.isOver) {
      hasSpoken ||= !handover.isBetweenTurns;
      // A caller is about to answer soon after the agent's last word, and seldom in its first moment.
      const isGood = hasSpoken || monotonicMs() - fromMs > silentCallerMs;
      const isMoment = isGood && handover.isBetweenTurns && this.#suspended < suspendedMax;
      const suspended = isMoment ? await this.#suspend(live) : null;
      if (suspended) return suspended;
      await delay(momentEveryMs, signal);
    }
    return null;
  }

  /**
   * Suspends a call and stores it for the process that is ready for it. Returns `null` when the moment is over before the
   * database answers. In a transaction, only a lost answer to COMMIT leaves open whether the call is stored.
   */
  async #suspend(live: LiveCall): Promise<Suspended | null> {
    const { db, secret, log } = this.#options;
    const suspended = Promise.withResolvers<MovedCall | null>();
    let isLate = false;
    let isCommitted = false;
    const storing = db
      .transaction(async (tx) => {
        const moved = isLate || this.#suspended >= suspendedMax ? null : live.handover.suspend();
        if (moved) this.#suspended++;
        suspended.resolve(moved);
        if (!moved) return false;
        const isReady = await freezeCall(tx, live.held, sealed(secret, 'document', live.held, moved));
        if (isLate) throw new Error('the database took too long');
        isCommitted = true;
        return isReady;
      })
      .catch((error: unknown) => {
        log.warn({ err: error, ...keyOf(live) }, 'a suspended call could not be stored');
        return error instanceof OutcomeUnknownError;
      })
      .finally(() => suspended.resolve(null));
    const moved = await waitAtMost(suspended.promise, frozenMsMax);
    const isStored = moved ? await waitAtMost(storing, frozenMsMax) : false;
    isLate = true;
    return moved ? { moved, isStored: isStored ?? isCommitted } : null;
  }

  async #untilReady(live: LiveCall, signal: AbortSignal): Promise<boolean> {
    const untilMs = monotonicMs() + preparedMsMax;
    // An offer that no process has reserved waits as long as the call does.
    for (;;) {
      const { state } = await this.#next(live);
      if (state === 'ready') return true;
      if (state === null || signal.aborted || live.isOver) return false;
      if (state === 'preparing' && monotonicMs() > untilMs) return false;
    }
  }

  /** Hands a suspended call over. It belongs to one process at every moment, by the database alone. */
  async #handOver(live: LiveCall, isStored: boolean): Promise<Outcome> {
    const ended: { end: CallEnd | null } = { end: null };
    void live.ended.then((end) => {
      ended.end = end;
      this.wake();
    });
    if (isStored) return this.#untilSettled(live, ended);
    this.#keep(live, null);
    void withdrawCall(this.#options.db, live.held).catch(() => undefined);
    return 'kept';
  }

  /** Waits until a suspended call goes on here or in another process. What the database does not answer is asked again. */
  async #untilSettled(live: LiveCall, ended: { end: CallEnd | null }): Promise<Outcome> {
    const { log } = this.#options;
    const passing: Passing = { ended, frozenAtMs: monotonicMs(), isTaken: false, isPassedOn: false };
    for (;;) {
      const given = await this.#next(live);
      try {
        const outcome = await this.#outcomeOf(live, given, passing);
        if (outcome) return outcome;
      } catch (error) {
        log.warn({ err: error, ...keyOf(live) }, 'a hand-over could not be settled; trying again');
      }
    }
  }

  /** Returns the outcome of a hand-over by what was read of it; `null` while it is open. */
  async #outcomeOf(
    live: LiveCall,
    { ownerId, state, returned }: GivenCall,
    passing: Passing,
  ): Promise<Outcome | null> {
    const { db, nodeId } = this.#options;
    const { end } = passing.ended;
    const waitedMs = monotonicMs() - passing.frozenAtMs;
    if (ownerId === nodeId) {
      // A state that was read before the suspension was stored may still be `ready`.
      const isOpen = state === 'ready' || state === 'frozen';
      if (isOpen && end === null && waitedMs <= frozenMsMax) return null;
      const isOurs = state === null || (await withdrawCall(db, live.held));
      if (!isOurs) return null;
      this.#keep(live, returned);
      return 'kept';
    }
    if (ownerId !== null) passing.isTaken = true;
    // A process that ends the call after a complete hand-over leaves no state.
    else return state === null && passing.isTaken ? 'left' : 'lost';
    // A stop of this process is no end of the call.
    if (end && !passing.isPassedOn && live.stopCause !== 'shutdown')
      passing.isPassedOn = await passEndingOn(db, live.held, end);
    return state === null || waitedMs > takenMsMax ? 'left' : null;
  }

  #keep(live: LiveCall, returned: GivenCall['returned']): void {
    handedOver.inc({ result: returned ? 'returned' : 'withdrawn' });
    // The other side that has refused one process refuses the next.
    this.#kept.set(live, returned ? suspensionsMax : (this.#kept.get(live) ?? 0) + 1);
    if (returned) {
      const { reason } = returned;
      live.record.noteFact('handover-refused', `The call stays with its process: ${reason}.`);
    }
    live.handover.keep(returned);
  }

  async #left(live: LiveCall): Promise<void> {
    const { db, log } = this.#options;
    handedOver.inc({ result: 'moved' });
    const { recording, recordingFile } = live.audio;
    await live.closeMoved();
    live.handover.leave();
    log.info(keyOf(live), 'a call was handed over');
    if (recordingFile === null || !(await stat(recording.path).catch(() => null))) return;
    await sendRecording(db, live.held, { path: recording.path, signal: this.#abort.signal });
  }

  /** Closes a call whose new process died before it had the call, and was settled. Keeps what was recorded here. */
  async #lost(live: LiveCall, { dialog }: MovedCall, { facts }: CallOffer): Promise<void> {
    const { log, hangUp } = this.#options;
    handedOver.inc({ result: 'lost' });
    await live.closeMoved();
    live.handover.leave();
    hangUp(dialog, facts.credentials);
    log.warn(keyOf(live), 'a call was lost while it was handed over');
    await live.audio.recording.rename('wav');
  }
}

/** A suspended call. `isStored`: another process may take it. */
interface Suspended {
  moved: MovedCall;
  isStored: boolean;
}

/** How a suspended call goes on: here, in another process, or not at all. */
type Outcome = 'kept' | 'left' | 'lost';

/** What is known of a suspended call between two looks. */
interface Passing {
  ended: { end: CallEnd | null };
  frozenAtMs: number;
  /** Whether another process had the call at an earlier look. */
  isTaken: boolean;
  isPassedOn: boolean;
}

function keyOf({ held: { organizationId, callId } }: LiveCall) {
  return { organizationId, callId };
}
