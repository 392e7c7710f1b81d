import { nextSlotAtMs } from '../rtp/pacing.ts';

/** The callbacks of a `SlotClock`; both run on its thread. */
interface SlotClockOptions {
  /** Executes what is due at `nowMs`. Returns false to stop the clock. */
  onSlot(nowMs: number): boolean;
  /** Whether another thread waits for an answer of this one. */
  isAwaited(): boolean;
}

/**
 * Wakes its thread at every slot, at multiples of 5 ms since `originMs`.
 *
 * Between two slots the thread sleeps, and does not read its sockets and messages. They are read at once when the slot
 * comes, just before it. Nothing is delayed by that, because what arrives counts from the next tick on. A slot costs one
 * wake-up instead of one for each packet. While another thread waits for an answer, the thread reads at once.
 */
export class SlotClock {
  /** A whole number, so that sums with multiples of 5 and 20 are exact. */
  readonly originMs = Math.floor(performance.now());
  readonly #options: SlotClockOptions;
  /** Memory that is never written, so that waiting for it is sleeping. */
  readonly #nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #slotAtMs = 0;
  #isRunning = false;

  constructor(options: SlotClockOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Starts the clock with the next slot. A running clock continues. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#slotAtMs = nextSlotAtMs(this.originMs, performance.now());
    this.#rest();
  }

  #wake(): void {
    const nowMs = performance.now();
    // A timer may fire up to a millisecond early. Nothing would be due then before the slot after this one.
    if (nowMs >= this.#slotAtMs) {
      this.#isRunning = this.#options.onSlot(nowMs);
      this.#slotAtMs = nextSlotAtMs(this.originMs, performance.now());
    }
    if (this.#isRunning) this.#rest();
  }

  #rest(): void {
    const restMs = Math.max(0, this.#slotAtMs - performance.now());
    if (this.#options.isAwaited()) {
      setTimeout(() => this.#wake(), Math.ceil(restMs));
      return;
    }
    Atomics.wait(this.#nothing, 0, 0, restMs);
    // The event loop reads everything that has arrived before it runs this.
    setImmediate(() => this.#wake());
  }
}
