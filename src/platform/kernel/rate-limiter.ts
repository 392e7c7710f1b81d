/** Names that are counted at most; beyond it the oldest are forgotten. */
const namesMax = 20_000;

/** Lets something happen so often in a minute, for each name; counted in windows of a minute from the first. */
export class RateLimiter {
  readonly #max: number;
  readonly #windows = new Map<string, { beganMs: number; count: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more; the seconds to wait where that is too many, else 0. */
  count(name: string, nowMs: number): number {
    let window = this.#windows.get(name);
    if (!window || nowMs - window.beganMs >= 60_000) {
      window = { beganMs: nowMs, count: 0 };
      this.#windows.delete(name);
      this.#windows.set(name, window);
      for (const oldest of this.#windows.keys()) {
        if (this.#windows.size <= namesMax) break;
        this.#windows.delete(oldest);
      }
    }
    window.count++;
    return window.count <= this.#max ? 0 : Math.ceil((window.beganMs + 60_000 - nowMs) / 1000);
  }
}
