/** Pseudo-random numbers, the same for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (included) to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a standard normal number (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /**
   * Returns how many of `count` succeed when each does with probability `share`. Uses the normal distribution for large
   * counts.
   */
  binomial(count: number, share: number): number {
    if (share <= 0 || count === 0) return 0;
    if (share >= 1) return count;
    if (count <= 40) {
      let hits = 0;
      for (let i = 0; i < count; i++) if (this.next() < share) hits++;
      return hits;
    }
    const drawn = count * share + this.normal() * Math.sqrt(count * share * (1 - share));
    return Math.min(Math.max(Math.round(drawn), 0), count);
  }
}
