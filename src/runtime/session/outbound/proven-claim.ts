/**
 * An INVITE leaves no later than this after its claim was last known to stand: a pause, which no claim before it knew of, stops
 * all that leaves a second later.
 */
const trustedForMs = 1000;

/**
 * A claim that stands now, not only when it was asked for: the answer counts from before the question, so that one which
 * lay here while this process stood still, and others may have taken it for dead, is not believed.
 */
export class ProvenClaim<State extends string> {
  #provenAtMs: number;
  readonly #ask: () => Promise<State | 'stands'>;
  readonly #nowMs: () => number;

  /** `askedAtMs`: before the claim was asked for, by `nowMs`. `ask` tells whether it stands. */
  constructor(askedAtMs: number, ask: () => Promise<State | 'stands'>, nowMs: () => number) {
    this.#provenAtMs = askedAtMs;
    this.#ask = ask;
    this.#nowMs = nowMs;
  }

  /** Whether it was known to stand a moment ago. */
  get isFresh(): boolean {
    return this.#nowMs() - this.#provenAtMs <= trustedForMs;
  }

  /** Asks until the answer is fresh. Rejects as `ask` does. */
  async prove(): Promise<State | 'stands'> {
    while (!this.isFresh) {
      const askedAtMs = this.#nowMs();
      const state = await this.#ask();
      if (state !== 'stands') return state;
      this.#provenAtMs = askedAtMs;
    }
    return 'stands';
  }
}
