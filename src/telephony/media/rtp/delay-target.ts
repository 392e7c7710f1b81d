const binMs = 10;
const bins = 20;
/** What a packet weighs against the one after it: half after seven seconds. */
const forgetting = 0.998;
/** Weights grow, so that only one has to be changed for a packet; beyond this they are all made small again. */
const weightMax = 1e12;
/** The share of packets that are to come in time. */
const share = 0.98;
/** How fast the fastest journey may become slower by clocks that run unevenly: 0.5 ms a second. */
const skewPerMs = 0.0005;
/** Of so many packets, and as many before them, the fastest is the fastest: the way, or a sender's clock, may be another for good. */
const packetsPerSpan = 100;

/** The bounds of the delay, and what is assumed before anything is known, in milliseconds. */
const delayMsMin = 20;
const delayMsMax = 200;
const delayMsAtStart = 40;

/**
 * Measures how unevenly packets come, and says how long audio has to be held back: by a histogram of how much later than
 * the fastest each packet came, in which old ones count less and less, and those of a stall that is too long do not.
 */
export class DelayTarget {
  readonly #weights = new Float64Array(bins);
  #weight = 1;
  #fastestMs: number | null = null;
  #lastMs = 0;
  #packets = 0;
  /** How late the last packet was, if it was held up; else 0. */
  #heldUpMs = 0;
  #spanFastestMs = Number.POSITIVE_INFINITY;
  #spanBeforeFastestMs = Number.NEGATIVE_INFINITY;

  /** Takes the arrival and the timestamp of a packet, both in milliseconds. */
  add(arrivedAtMs: number, timestampMs: number): void {
    const journeyMs = arrivedAtMs - timestampMs;
    if (this.#fastestMs === null || Math.abs(journeyMs - this.#fastestMs) > 2_000) {
      this.reset();
      this.#fastestMs = journeyMs;
    }
    const slower =
      this.#fastestMs! + Math.max(0, arrivedAtMs - this.#lastMs) * (this.#packets > 0 ? skewPerMs : 0);
    this.#fastestMs = Math.min(slower, journeyMs);
    this.#lastMs = arrivedAtMs;
    this.#packets++;
    this.#spanFastestMs = Math.min(this.#spanFastestMs, journeyMs);
    if (this.#packets % packetsPerSpan === 0) this.#endSpan();
    this.#weight /= forgetting;
    if (!this.#isHeldUp(journeyMs - this.#fastestMs)) {
      const bin = Math.min(bins - 1, Math.floor((journeyMs - this.#fastestMs) / binMs));
      this.#weights[bin]! += this.#weight;
    }
    if (this.#weight > weightMax) this.#shrink();
  }

  /**
   * Whether a packet was in a stall that is longer than the longest delay, which no delay makes good: it came later than
   * that, or together with one that did.
   */
  #isHeldUp(latenessMs: number): boolean {
    const isFollower = this.#heldUpMs > latenessMs && latenessMs >= binMs;
    this.#heldUpMs = latenessMs > delayMsMax || isFollower ? latenessMs : 0;
    return this.#heldUpMs > 0;
  }

  /** The delay that is wanted, in milliseconds: what all but the latest need, and a tick for their rounding. */
  get targetMs(): number {
    if (this.#packets < 50) return Math.max(delayMsAtStart, this.#quantileMs());
    return this.#quantileMs();
  }

  reset(): void {
    this.#weights.fill(0);
    this.#weight = 1;
    this.#fastestMs = null;
    this.#packets = 0;
    this.#heldUpMs = 0;
    this.#spanFastestMs = Number.POSITIVE_INFINITY;
    this.#spanBeforeFastestMs = Number.NEGATIVE_INFINITY;
  }

  /** Where no packet was as fast for long, all are less late than was noted. */
  #endSpan(): void {
    const slowerMs = Math.min(this.#spanFastestMs, this.#spanBeforeFastestMs) - this.#fastestMs!;
    this.#spanBeforeFastestMs = this.#spanFastestMs;
    this.#spanFastestMs = Number.POSITIVE_INFINITY;
    const shift = Math.floor(slowerMs / binMs);
    if (shift <= 0) return;
    this.#fastestMs! += slowerMs;
    for (let i = 0; i < bins; i++) {
      const weight = this.#weights[i]!;
      this.#weights[i] = 0;
      this.#weights[Math.max(0, i - shift)]! += weight;
    }
  }

  #shrink(): void {
    for (let i = 0; i < bins; i++) this.#weights[i]! /= this.#weight;
    this.#weight = 1;
  }

  #quantileMs(): number {
    let total = 0;
    for (let i = 0; i < bins; i++) total += this.#weights[i]!;
    let sum = 0;
    let bin = 0;
    while (bin < bins - 1 && (sum += this.#weights[bin]!) < share * total) bin++;
    const latenessMs = bin === 0 ? 0 : (bin + 1) * binMs;
    return Math.max(delayMsMin, Math.min(delayMsMax, latenessMs + delayMsMin));
  }
}
