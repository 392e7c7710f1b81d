/** The most names that are counted. Beyond it the oldest are forgotten. */
const namesMax = 20_000;

/** Limits occurrences per name and minute. A name's minute begins with its first occurrence. */
export class RateLimiter {
  readonly #max: number;
  readonly #windows = new Map<string, { beganMs: number; count: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts an occurrence. Returns the seconds to wait when there are too many, otherwise 0. */
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
