import { counter, gauge, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { Capacity, NoCapacity } from './capacity.ts';

interface WaitingCallsOptions {
  capacity: Pick<Capacity, 'refusal' | 'reserve'>;
  /** The longest wait of a call. 0: calls do not wait. */
  waitMsMax: number;
  /** The most calls that wait at a time. */
  waitingMax: number;
  /** Returns whether another process takes calls, so that a proxy should pass the call on to it. */
  hasOther: () => Promise<boolean>;
  log: Log;
}

export type Reserved = ReturnType<Capacity['reserve']>;

/** The machine is soon able to take another call in these cases only. */
const passing: ReadonlySet<NoCapacity> = new Set<NoCapacity>(['overloaded', 'process-full']);
/** One call at a time, so that those that waited do not overload the machine together. */
const checkEveryMs = 100;
/** How long it is remembered whether another process has room. Proxies send an OPTIONS a second. */
const knownForMs = 1000;

const waitedTotal = counter(
  'parley_inbound_waited_total',
  'Inbound calls that rang until the process had room, by result: taken, refused or gave-up',
  ['result'],
);

/**
 * Inbound calls that wait until the process has room for them, in the order in which they came: callers who ring, and visitors of
 * web pages.
 */
export class WaitingCalls {
  readonly #options: WaitingCallsOptions;
  readonly #waiting = new Set<(reserved: Reserved) => void>();
  #timer: NodeJS.Timeout | null = null;
  /** Whether no other process had room lately. */
  #isAlone = false;
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: WaitingCallsOptions) {
    this.#options = options;
    gauge('parley_inbound_waiting', 'Inbound calls that ring until the process has room', [], (it) =>
      it.set(this.#waiting.size),
    );
  }

  /** The number of calls that wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Returns why a call that comes now has to wait, or `null` when it does not. A call does not pass those that wait. */
  get refusal(): NoCapacity | null {
    const refusal = this.#options.capacity.refusal();
    return this.#waiting.size > 0 ? (refusal ?? 'overloaded') : refusal;
  }

  /** Reserves capacity now, or returns why there is none. */
  reserve(): Reserved {
    return this.refusal ?? this.#options.capacity.reserve();
  }

  /**
   * Returns whether a call that begins now would be taken, or wait. Takes no time, because each OPTIONS asks: a proxy that got a
   * refusal would let no caller ring. It learns whether another process has room a moment late.
   */
  get isOpen(): boolean {
    const refusal = this.#options.capacity.refusal();
    if (refusal === null) return true;
    if (!this.#hasPlace(refusal)) return false;
    if (monotonicMs() - this.#askedAtMs >= knownForMs) void this.#askOthers();
    return this.#isAlone;
  }

  /** Returns whether a call that was refused so should wait. */
  async isWorthWaiting(refusal: NoCapacity): Promise<boolean> {
    return this.#hasPlace(refusal) && this.#askOthers();
  }

  #hasPlace(refusal: NoCapacity): boolean {
    const { waitMsMax, waitingMax } = this.#options;
    return waitMsMax > 0 && passing.has(refusal) && this.#waiting.size < waitingMax;
  }

  /** Returns whether no other process has room. */
  async #askOthers(): Promise<boolean> {
    this.#askedAtMs = monotonicMs();
    this.#isAlone = !(await this.#options.hasOther().catch(() => false));
    return this.#isAlone;
  }

  /**
   * Waits for capacity in turn. Returns why there is none after the longest wait, when the caller has gone, and at once when as many
   * calls as may have begun to wait meanwhile.
   */
  async wait(gone: AbortSignal): Promise<Reserved> {
    const { capacity, waitMsMax, waitingMax, log } = this.#options;
    if (this.#waiting.size >= waitingMax) {
      waitedTotal.inc({ result: 'refused' });
      return capacity.refusal() ?? 'overloaded';
    }
    const sinceMs = monotonicMs();
    const { promise, resolve } = Promise.withResolvers<Reserved>();
    this.#waiting.add(resolve);
    this.#timer ??= setInterval(() => this.#look(), checkEveryMs);
    const giveUp = () => this.#settle(resolve, capacity.refusal() ?? 'overloaded');
    const timer = setTimeout(giveUp, waitMsMax);
    gone.addEventListener('abort', giveUp, { once: true });
    if (gone.aborted) giveUp();
    const reserved = await promise;
    clearTimeout(timer);
    gone.removeEventListener('abort', giveUp);
    const result = typeof reserved !== 'string' ? 'taken' : gone.aborted ? 'gave-up' : 'refused';
    waitedTotal.inc({ result });
    log.info({ result, waitedMs: Math.round(monotonicMs() - sinceMs) }, 'an inbound call waited for room');
    return reserved;
  }

  /** Gives free capacity to the call that has waited longest. */
  #look(): void {
    const { capacity } = this.#options;
    const refusal = capacity.refusal();
    if (refusal !== null) {
      if (!passing.has(refusal)) for (const resolve of this.#waiting) this.#settle(resolve, refusal);
      return;
    }
    const [first] = this.#waiting;
    if (first) this.#settle(first, capacity.reserve());
  }

  #settle(resolve: (reserved: Reserved) => void, reserved: Reserved): void {
    if (this.#waiting.delete(resolve)) resolve(reserved);
    if (this.#waiting.size === 0) this.#stop();
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}
