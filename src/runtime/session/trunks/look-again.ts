/** One key gets no second read within this time. */
const sameAgainMs = 10_000;
const knownMax = 10_000;
/** For all keys together: the most reads at once, and their distance after that. */
const burst = 5;
const everyMs = 500;

/** Bounds an expensive read that strangers can cause. Requests at one time share a read. */
export class LookAgain {
  readonly #look: () => Promise<void>;
  readonly #nowMs: () => number;
  /** The last read by key, the oldest first. */
  readonly #lookedAtMs = new Map<string, number>();
  #tokens = burst;
  #filledAtMs: number;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(look: () => Promise<void>, nowMs: () => number) {
    this.#look = look;
    this.#nowMs = nowMs;
    this.#filledAtMs = nowMs();
  }

  /** Resolves or rejects with a read that begins after this call. Returns `null` when the bounds allow none. */
  ask(who: string): Promise<void> | null {
    const nowMs = this.#nowMs();
    const lastMs = this.#lookedAtMs.get(who);
    if (lastMs !== undefined && nowMs - lastMs < sameAgainMs) return null;
    const waiting = this.#next;
    if (!waiting && !this.#take(nowMs)) return null;
    this.#lookedAtMs.delete(who);
    this.#lookedAtMs.set(who, nowMs);
    if (this.#lookedAtMs.size > knownMax) this.#lookedAtMs.delete(this.#lookedAtMs.keys().next().value!);
    return waiting ?? this.#start();
  }

  /** A running read may have begun too early, so another one follows it. */
  #start(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#look().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    const begin = (): Promise<void> => {
      this.#next = null;
      return this.#start();
    };
    this.#next = this.#running.then(begin, begin);
    return this.#next;
  }

  #take(nowMs: number): boolean {
    this.#tokens = Math.min(burst, this.#tokens + (nowMs - this.#filledAtMs) / everyMs);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
