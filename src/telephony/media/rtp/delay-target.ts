const binMs = 10;
const bins = 20;
/** The weight of a packet relative to the next one. A weight halves in seven seconds. */
const forgetting = 0.998;
/** Newer weights are larger, so that a packet changes only one weight. Beyond this bound, all are scaled down. */
const weightMax = 1e12;
/** The share of packets that must arrive in time. */
const share = 0.98;
/** The assumed drift between the clocks: 0.5 ms a second. */
const skewPerMs = 0.0005;
/** Two spans of this many packets measure the fastest journey anew, because the route or the sender's clock may change. */
const packetsPerSpan = 100;

/** The bounds of the delay, and the delay before anything is measured. */
const delayMsMin = 20;
const delayMsMax = 200;
const delayMsAtStart = 40;

/**
 * Measures how unevenly packets arrive, and derives the delay of the jitter buffer. A histogram holds how much later
 * each packet came than the fastest one. Older packets weigh less; packets of a stall beyond the longest delay are left
 * out.
 */
export class DelayTarget {
  readonly #weights = new Float64Array(bins);
  #weight = 1;
  #fastestMs: number | null = null;
  #lastMs = 0;
  #packets = 0;
  /** The lateness of the last packet when it was stalled; else 0. */
  #stalledMs = 0;
  #spanFastestMs = Number.POSITIVE_INFINITY;
  #spanBeforeFastestMs = Number.NEGATIVE_INFINITY;

  /** Adds a packet by its arrival and its timestamp, both in milliseconds. */
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
    if (!this.#isStalled(journeyMs - this.#fastestMs)) {
      const bin = Math.min(bins - 1, Math.floor((journeyMs - this.#fastestMs) / binMs));
      this.#weights[bin]! += this.#weight;
    }
    if (this.#weight > weightMax) this.#shrink();
  }

  /**
   * Whether a packet was in a stall that no delay can cover: it came later than the longest delay, or together with such a
   * packet.
   */
  #isStalled(latenessMs: number): boolean {
    const isFollower = this.#stalledMs > latenessMs && latenessMs >= binMs;
    this.#stalledMs = latenessMs > delayMsMax || isFollower ? latenessMs : 0;
    return this.#stalledMs > 0;
  }

  /** The target delay in milliseconds: what all but the latest packets need, and a tick for rounding. */
  get targetMs(): number {
    if (this.#packets < 50) return Math.max(delayMsAtStart, this.#quantileMs());
    return this.#quantileMs();
  }

  reset(): void {
    this.#weights.fill(0);
    this.#weight = 1;
    this.#fastestMs = null;
    this.#packets = 0;
    this.#stalledMs = 0;
    this.#spanFastestMs = Number.POSITIVE_INFINITY;
    this.#spanBeforeFastestMs = Number.NEGATIVE_INFINITY;
  }

  /** Shifts the histogram when no packet of two spans was as fast as the fastest. */
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
