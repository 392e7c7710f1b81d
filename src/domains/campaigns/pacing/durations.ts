/** The least number of longer samples from which a remaining time is read. */
const longerMin = 8;

/** Measured durations in seconds, and what they say about durations that are not over yet. */
export class Durations {
  readonly #sorted: readonly number[];
  readonly mean: number;

  /** Ignores samples that are not positive numbers. */
  constructor(samples: readonly number[]) {
    this.#sorted = samples.filter((seconds) => seconds > 0 && Number.isFinite(seconds)).sort((a, b) => a - b);
    this.mean = this.#sorted.reduce((sum, seconds) => sum + seconds, 0) / Math.max(this.#sorted.length, 1);
  }

  get count(): number {
    return this.#sorted.length;
  }

  /** Returns the share of the samples that are longer than this: 1 without samples. */
  longerThan(seconds: number): number {
    return this.count === 0 ? 1 : this.#longer(seconds) / this.count;
  }

  /**
   * Returns the probability that a duration of which `elapsed` seconds have passed ends within `seconds`. Beyond almost
   * all samples the rest is taken as exponential with their mean. 0 without samples.
   */
  endsWithin(elapsed: number, seconds: number): number {
    if (this.count === 0 || seconds <= 0) return 0;
    const longer = this.#longer(elapsed);
    if (longer < Math.min(longerMin, this.count)) return 1 - Math.exp(-seconds / this.mean);
    return 1 - this.#longer(elapsed + seconds) / longer;
  }

  /** Returns the sample at this place of the order, from 0 (the shortest) to 1 (the longest); 0 without samples. */
  quantile(share: number): number {
    return this.#sorted[Math.round(Math.min(Math.max(share, 0), 1) * (this.count - 1))] ?? 0;
  }

  #longer(seconds: number): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#sorted[middle]! > seconds) to = middle;
      else from = middle + 1;
    }
    return this.count - from;
  }
}
