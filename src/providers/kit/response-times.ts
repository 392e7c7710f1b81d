/** So many of the latest times count. */
const countMax = 100;
/** With fewer nobody knows what is usual. */
const countMin = 20;

/** How long somebody took to begin to answer, of late. */
export class ResponseTimes {
  readonly #latest: number[] = [];

  add(ms: number): void {
    this.#latest.push(ms);
    if (this.#latest.length > countMax) this.#latest.shift();
  }

  /** The 95th percentile in milliseconds; null while too little is known. */
  get usualMs(): number | null {
    const { length } = this.#latest;
    if (length < countMin) return null;
    return this.#latest.toSorted((a, b) => a - b)[Math.ceil(length * 0.95) - 1]!;
  }
}
