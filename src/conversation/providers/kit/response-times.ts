/** The number of latest times that count. */
const countMax = 100;
/** The fewest times for an estimate. */
const countMin = 20;
/** The longest wait. Without this bound, a dead provider would raise its own usual time. */
const patienceMsMax = 2_000;

/** The latest times until a provider started to answer, or until another one won the race. */
export class ResponseTimes {
  readonly #latest: number[] = [];

  add(ms: number): void {
    this.#latest.push(ms);
    if (this.#latest.length > countMax) this.#latest.shift();
  }

  /** The wait before another provider is asked: the 95th percentile, within bounds. `null` with too few times. */
  get patienceMs(): number | null {
    const { length } = this.#latest;
    if (length < countMin) return null;
    const usualMs = this.#latest.toSorted((a, b) => a - b)[Math.ceil(length * 0.95) - 1]!;
    return Math.min(usualMs, patienceMsMax);
  }
}
