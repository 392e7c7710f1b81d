/** Before enough delays are known, words are expected within this time, or later if a delay was longer. */
const unknownMs = 1000;
const knownMin = 3;
/** The delays that count, and how much longer the next one may be. */
const keptMax = 8;
const marginMs = 250;
const withinMsRange = { min: 400, max: 1500 };
/** Words that arrive later follow a noise or a silence, and say nothing about the transcriber. */
const delayMsMax = 2000;

/**
 * Learns in a call how long after the beginning of speech a transcriber's first words arrive. That depends on the vendor, its
 * model and the network.
 */
export class WordDelays {
  readonly #delays: number[] = [];
  /** The beginning of speech whose first words are missing; `null` for none. */
  #sinceMs: number | null = null;

  /** The time within which the first words of speech are expected. */
  get withinMs(): number {
    const slowestMs = Math.max(0, ...this.#delays) + marginMs;
    const wantedMs = this.#delays.length < knownMin ? Math.max(unknownMs, slowestMs) : slowestMs;
    return Math.min(Math.max(wantedMs, withinMsRange.min), withinMsRange.max);
  }

  speechStarted(atMs: number): void {
    this.#sinceMs = atMs;
  }

  /** Words arrived. Only the first ones of each speech count. */
  arrived(nowMs: number): void {
    if (this.#sinceMs === null) return;
    const delayMs = nowMs - this.#sinceMs;
    this.#sinceMs = null;
    if (delayMs > delayMsMax) return;
    this.#delays.push(delayMs);
    if (this.#delays.length > keptMax) this.#delays.shift();
  }
}
