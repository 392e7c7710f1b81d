/** The most pauses that are remembered. */
const stretchesMax = 1_000;

/**
 * Converts positions of a transcriber, which counts only the audio it received, to the line's clock. The two clocks
 * drift apart with every pause in which no audio is sent.
 */
export class AudioClock {
  readonly #sampleRateHz: number;
  /** The starts of stretches without a pause, in milliseconds on both clocks. */
  #stretches: { sentMs: number; atMs: number }[] = [];
  #samples = 0;
  /** The sent audio at each request for final results, in their order. */
  readonly #requests: number[] = [];

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  /** The sent audio in milliseconds. */
  get sentMs(): number {
    return (this.#samples * 1000) / this.#sampleRateHz;
  }

  /** Records sent samples; `atMs` is the line position of the first. */
  sent(sampleCount: number, atMs: number): void {
    if (this.#stretches.length === 0 || Math.abs(this.at(this.sentMs) - atMs) > 1) {
      this.#stretches.push({ sentMs: this.sentMs, atMs });
      if (this.#stretches.length > stretchesMax) this.#stretches.shift();
    }
    this.#samples += sampleCount;
  }

  /** Records a request for the final results of the audio sent so far. */
  requestedResults(): void {
    this.#requests.push(this.sentMs);
  }

  /**
   * Records the answer to the oldest request, which is about words that begin at `wordsMs` of the sent audio. Requests before
   * them get no answer any more. Returns the audio that had been sent at the request.
   */
  answeredRequest(wordsMs = 0): number {
    while (this.#requests.length > 0 && this.#requests[0]! <= wordsMs) this.#requests.shift();
    return this.#requests.shift() ?? this.sentMs;
  }

  /** The sent audio that results may speak of: up to the oldest unanswered request. */
  get pendingMs(): number {
    return this.#requests[0] ?? this.sentMs;
  }

  /** Returns the line position of a point in the sent audio. A point at the end of a stretch lies before the pause. */
  at(sentMs: number, edge: 'start' | 'end' = 'end'): number {
    const before = this.#stretches.findLast((one) =>
      edge === 'end' ? one.sentMs < sentMs : one.sentMs <= sentMs + 0.5,
    );
    const stretch = before ?? this.#stretches[0];
    return stretch ? stretch.atMs + Math.max(0, sentMs - stretch.sentMs) : sentMs;
  }
}
