import type { VoiceLoad } from '../../../conversation/providers/registry.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import { hasOtherCapacity, type Refusals } from '../../../platform/nodes/index.ts';
import type { MediaWorker } from '../../../telephony/media/index.ts';
import { Capacity, type NoCapacity } from './capacity.ts';
import { LoadWatch } from './load-watch.ts';
import { WaitingCalls } from './waiting-calls.ts';

interface AdmissionOptions {
  db: Database;
  nodeId: string;
  log: Log;
  media: Pick<MediaWorker, 'lateShare'>;
  /** Maximum live calls of this process. */
  callsMax: number;
  /** The longest time for which an inbound call rings while there is no room for it. 0: it is refused at once. */
  waitMsMax: number;
  liveCalls: () => number;
  /** Returns how many of them no agent speaks in. */
  silentCalls: () => number;
  voiceLoad: () => VoiceLoad | null;
  /** Whether the database answers, and no other process can have taken this one for dead. */
  hasLease: () => boolean;
}

/** The calls that may wait for room at a time: a share of the capacity, and at least a few. */
const waitingShare = 0.2;
const waitingMin = 10;

/** Decides whether a process takes another call: by its capacity, its load and the callers who wait. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #capacity: Capacity;
  readonly #load: LoadWatch;
  /** Returns the number of calls that make load. */
  readonly #heardCalls = () => this.#options.liveCalls() - this.#options.silentCalls();
  /** The inbound calls that wait until there is room. */
  readonly waiting: WaitingCalls;
  #refused: Omit<Refusals, 'now'> = { count: 0, lastReason: null };

  constructor(options: AdmissionOptions) {
    this.#options = options;
    const { db, nodeId, log, callsMax, waitMsMax, liveCalls, silentCalls, hasLease } = options;
    this.#load = new LoadWatch({ ...options, liveCalls: this.#heardCalls });
    this.#capacity = new Capacity({
      callsMax,
      liveCalls,
      admits: (calls) => this.#load.admits(calls - silentCalls()),
      onTaken: () => this.#load.took(),
      hasLease,
    });
    this.waiting = new WaitingCalls({
      capacity: this.#capacity,
      waitMsMax,
      waitingMax: Math.max(Math.ceil(callsMax * waitingShare), waitingMin),
      hasOther: () => hasOtherCapacity(db, nodeId),
      log,
    });
  }

  /** Watches the load until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return this.#load.run({ ...this.#options, liveCalls: this.#heardCalls, signal });
  }

  /** Accepts no further calls. */
  close(): void {
    this.#capacity.close();
  }

  /** Returns the number of calls that may begin out of turn: dialed ones, and those of web pages. Callers who wait go first. */
  roomOutOfTurn(): number {
    return this.waiting.size > 0 ? 0 : this.#capacity.room();
  }

  /** Returns the number of further calls that the process accepts. `isMoved` as in Capacity. */
  room(isMoved = false): number {
    return this.#capacity.room(isMoved);
  }

  /** Returns why the process accepts no new call, or `null` when it accepts one. */
  refusal(): NoCapacity | null {
    return this.#capacity.refusal();
  }

  /** Reserves capacity, or returns why there is none. See Capacity. */
  reserve(isMoved = false): ReturnType<Capacity['reserve']> {
    return this.#capacity.reserve(isMoved);
  }

  /** Counts a dialed call that begins. */
  took(): void {
    this.#load.took();
  }

  /** Counts an inbound call that was refused. */
  refused(reason: NoCapacity): void {
    this.#refused = { count: this.#refused.count + 1, lastReason: reason };
  }

  /** Why the process takes no new call, and the inbound calls that it has refused for lack of capacity. */
  get refusals(): Refusals {
    return { now: this.refusal(), ...this.#refused };
  }
}
