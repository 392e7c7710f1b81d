import { nextSlotAtMs } from '../rtp/pacing.ts';

/** How a `SlotClock` asks what to do; both run on its thread. */
interface SlotClockOptions {
  /** Does what is due at `nowMs`; false: nothing will be, and the clock stops. */
  onSlot(nowMs: number): boolean;
  /** Whether somebody waits for something else that this thread does. */
  isAwaited(): boolean;
}

/**
 * Wakes its thread at every slot, at multiples of 5 ms since `originMs`, while it runs.
 *
 * Between two slots the thread sleeps deaf: what comes to its sockets and from other threads meanwhile is read at once
 * when the slot comes, just before it. Nothing is later by that, as what is heard and what is asked for counts from the
 * next tick on, and it costs one waking, where every packet by itself would be one. While somebody waits for an answer of
 * this thread, it listens instead.
 */
export class SlotClock {
  /** A whole number, so that sums with multiples of 5 and 20 are exact. */
  readonly originMs = Math.floor(performance.now());
  readonly #options: SlotClockOptions;
  /** Nobody writes to it: who waits for it sleeps. */
  readonly #nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #slotAtMs = 0;
  #isRunning = false;

  constructor(options: SlotClockOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The first slot is the next one; a clock that runs goes on. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#slotAtMs = nextSlotAtMs(this.originMs, performance.now());
    this.#rest();
  }

  #wake(): void {
    const nowMs = performance.now();
    // A timer may fire up to a millisecond early; then nothing would be due before the slot after this one.
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
    // The event loop reads all that has come before it gets to this.
    setImmediate(() => this.#wake());
  }
}
