/** Failures in a row after which nobody is asked for a while. */
const failuresMax = 5;
const restMs = 10_000;

/**
 * Keeps a webhook that is down from being asked by every call: after five failures in a row it rests for ten seconds, then
 * one call tries; while that fails it rests again.
 */
export class Breaker {
  #failures = 0;
  #restsUntilMs = 0;
  #isTrying = false;

  /** `closed`: ask; `open`: do not; `half-open`: one call may try. */
  state(nowMs: number): 'closed' | 'open' | 'half-open' {
    if (this.#failures < failuresMax) return 'closed';
    return nowMs < this.#restsUntilMs || this.#isTrying ? 'open' : 'half-open';
  }

  /** Whether this call may ask; who may, tells what came of it. */
  admits(nowMs: number): boolean {
    const state = this.state(nowMs);
    if (state === 'half-open') this.#isTrying = true;
    return state !== 'open';
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  failed(nowMs: number): void {
    this.#failures++;
    this.#isTrying = false;
    if (this.#failures >= failuresMax) this.#restsUntilMs = nowMs + restMs;
  }

  /** Nothing has failed since the last answer. */
  get isSound(): boolean {
    return this.#failures === 0;
  }
}
