/** Somebody for whom it was looked is not looked for again within this. */
const sameAgainMs = 10_000;
const knownMax = 10_000;
/** For all together: so many at once, and so often for long. */
const burst = 5;
const everyMs = 500;

/** Does something expensive for those who ask, once for all who ask at a time, and seldom enough that a flood costs nothing. */
export class LookAgain {
  readonly #look: () => Promise<void>;
  readonly #nowMs: () => number;
  /** When it was looked last, by who asked; the longest known first. */
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

  /** Resolves when a look that began after this is done; rejects as it does. Null: there is none for this one now. */
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

  /** One that runs already may have begun too early: another follows it. */
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
