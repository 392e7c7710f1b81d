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
import { counter, delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import { type MovedCall, movedVersion } from '../call/moved-call.ts';
import { sendRecording } from './recording-part.ts';
import { sealed } from './sealed-documents.ts';

interface GiverOptions {
  db: Database;
  nodeId: string;
  secret: SecretKey;
  log: Log;
  calls: () => Iterable<LiveCall>;
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

  constructor(options: GiverOptions) {
    this.#options = options;
  }

  /** Reads the states of offered calls now. */
  wake(): void {
    this.#wake();
  }

  /** Offers calls until the signal aborts. Then resolves when the last call has left or goes on here. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, calls } = this.#options;
    while (!signal.aborted || this.#giving.size > 0) {
      for (const live of signal.aborted ? [] : calls()) {
        if (this.#giving.has(live) || (this.#kept.get(live) ?? 0) >= suspensionsMax) continue;
        const given = this.#give(live, signal)
          .catch((error: unknown) =>
            log.warn({ err: error, ...keyOf(live) }, 'a call could not be handed over'),
          )
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
    const moved = isReady ? await this.#suspendedAtMoment(live, signal) : null;
    if (!moved) {
      await withdrawCall(db, live.held);
      return delay(offerAgainMs, signal);
    }
    this.#suspended++;
    const takenBy = await this.#handOver(live, moved).finally(() => void this.#suspended--);
    if (takenBy !== null) return this.#left(live, takenBy);
    await live.audio.recording.rename('wav');
  }

  /** Suspends a call at its next moment between two turns. Returns `null` when there is none in time. */
  async #suspendedAtMoment(live: LiveCall, signal: AbortSignal): Promise<MovedCall | null> {
    const { handover } = live;
    const fromMs = monotonicMs();
    let hasSpoken = false;
    while (monotonicMs() - fromMs < momentMsMax && !signal.aborted && !live.isOver) {
      hasSpoken ||= !handover.isBetweenTurns;
      // A caller is about to answer soon after the agent's last word, and seldom in its first moment.
      const isGood = hasSpoken || monotonicMs() - fromMs > silentCallerMs;
      const moved = isGood && this.#suspended < suspendedMax ? handover.suspend() : null;
      if (moved) return moved;
      await delay(momentEveryMs, signal);
    }
    return null;
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

  /**
   * Hands a suspended call over. It belongs to one process at every moment, by the database alone. Returns the process that
   * continues it; `null` when it goes on here.
   */
  async #handOver(live: LiveCall, moved: MovedCall): Promise<string | null> {
    const { db, secret, log } = this.#options;
    const ended: { end: CallEnd | null } = { end: null };
    void live.ended.then((end) => {
      ended.end = end;
      this.wake();
    });
    try {
      await live.audio.recording.rename('moved');
      await freezeCall(db, live.held, sealed(secret, 'document', live.held, moved));
    } catch (error) {
      log.warn({ err: error, ...keyOf(live) }, 'a suspended call could not be stored');
    }
    return this.#untilSettled(live, ended);
  }

  /** Waits until a suspended call goes on here (`null`), or until another process continues it. Returns that process. */
  async #untilSettled(live: LiveCall, ended: { end: CallEnd | null }): Promise<string | null> {
    const { db, nodeId } = this.#options;
    const frozenAtMs = monotonicMs();
    let takenBy = '';
    let isPassedOn = false;
    for (;;) {
      const { ownerId, state, returned } = await this.#next(live);
      const waitedMs = monotonicMs() - frozenAtMs;
      if (ownerId === nodeId) {
        // A state that was read before the suspension was stored may still be `ready`.
        const isOpen = state === 'ready' || state === 'frozen';
        if (isOpen && ended.end === null && waitedMs <= frozenMsMax) continue;
        const isOurs = state === null || (await withdrawCall(db, live.held));
        if (!isOurs) continue;
        this.#keep(live, returned);
        return null;
      }
      takenBy = ownerId ?? takenBy;
      // A stop of this process is no end of the call.
      if (ended.end && !isPassedOn && live.stopCause !== 'shutdown')
        isPassedOn = await passEndingOn(db, live.held, ended.end);
      if (state === null || ownerId === null || waitedMs > takenMsMax) return takenBy;
    }
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

  async #left(live: LiveCall, toNodeId: string): Promise<void> {
    const { db, log } = this.#options;
    handedOver.inc({ result: 'moved' });
    const { recording, recordingFile } = live.audio;
    await live.closeMoved();
    live.handover.leave();
    log.info({ ...keyOf(live), toNodeId }, 'a call was handed over');
    if (recordingFile === null || toNodeId === '' || !(await stat(recording.path).catch(() => null))) return;
    await sendRecording(db, live.held, { path: recording.path });
  }
}

function keyOf({ held: { organizationId, callId } }: LiveCall) {
  return { organizationId, callId };
}
