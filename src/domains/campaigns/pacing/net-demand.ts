/** Above this number of uncertain events, the normal distribution is used. It saves time, and is close enough then. */
const exactMax = 400;

/**
 * The distribution of how many people who have answered are without a member at one moment: a known number, and one more
 * for each of many independent events of known probability. Negative numbers are free members.
 */
export class NetDemand {
  /** The number when no event happens. */
  readonly #least: number;
  /** The probability of each number of events, with room for more; `null` when the normal distribution is used. */
  #shares: Float64Array | null;
  #events = 0;
  #mean = 0;
  #variance = 0;

  constructor(least: number, probabilities: readonly number[]) {
    this.#least = least;
    this.#shares = probabilities.length > exactMax ? null : new Float64Array(probabilities.length + 16);
    if (this.#shares) this.#shares[0] = 1;
    for (const probability of probabilities) this.add(probability);
  }

  /** Adds an event. */
  add(probability: number): void {
    this.#events++;
    this.#mean += probability;
    this.#variance += probability * (1 - probability);
    if (this.#shares === null) return;
    if (this.#events > exactMax) {
      this.#shares = null;
      return;
    }
    if (this.#shares.length <= this.#events) {
      const larger = new Float64Array(2 * this.#events);
      larger.set(this.#shares);
      this.#shares = larger;
    }
    const shares = this.#shares;
    for (let count = this.#events; count > 0; count--)
      shares[count] = shares[count]! * (1 - probability) + shares[count - 1]! * probability;
    shares[0]! *= 1 - probability;
  }

  /** Returns the probability that the number is at least `least`. */
  atLeast(least: number): number {
    const events = Math.ceil(least - this.#least);
    if (events <= 0) return 1;
    if (events > this.#events) return 0;
    if (this.#shares === null) {
      return normalTail((events - 0.5 - this.#mean) / Math.sqrt(Math.max(this.#variance, 1e-12)));
    }
    let sum = 0;
    for (let count = this.#events; count >= events; count--) sum += this.#shares[count]!;
    return Math.min(sum, 1);
  }
}

/** Returns the probability that a standard normal number is above `z` (Abramowitz and Stegun 26.2.17). */
function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
