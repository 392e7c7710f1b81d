/** So many of the latest times count. */
const countMax = 100;
/** With fewer nobody knows what is usual. */
const countMin = 20;
/** Nobody is waited for longer before another is asked, whatever is usual: a dead one would become ever more usual. */
const patienceMsMax = 2_000;

/** How long somebody took to begin to answer, or had taken when it was given up for another, of late. */
export class ResponseTimes {
  readonly #latest: number[] = [];

  add(ms: number): void {
    this.#latest.push(ms);
    if (this.#latest.length > countMax) this.#latest.shift();
  }

  /** How long to wait before another is asked: the 95th percentile, within bounds; null while too little is known. */
  get patienceMs(): number | null {
    const { length } = this.#latest;
    if (length < countMin) return null;
    const usualMs = this.#latest.toSorted((a, b) => a - b)[Math.ceil(length * 0.95) - 1]!;
    return Math.min(usualMs, patienceMsMax);
  }
}
