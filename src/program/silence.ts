/** The result of a check. */
interface SilenceCheck {
  /**
   * How long the watched process has been silent, in milliseconds. Time in which this process was stalled is left out.
   */
  silentMs: number;
  /** How long this process was stalled before the check; 0 when the check is in time. */
  stalledMs: number;
}

/**
 * Measures how long another process has been silent, by checks at regular intervals. Time in which this process itself
 * was stalled does not count, because it could not receive anything then.
 */
export class Silence {
  readonly #everyMs: number;
  #heardAtMs: number;
  #checkedAtMs: number;

  constructor(everyMs: number, nowMs: number) {
    this.#everyMs = everyMs;
    this.#heardAtMs = nowMs;
    this.#checkedAtMs = nowMs;
  }

  /** Records a sign of life. */
  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** Returns the silence since the last sign of life, without a check. */
  silentMs(nowMs: number): number {
    return nowMs - this.#heardAtMs;
  }

  /** Checks the silence. Must be called once in each interval. */
  check(nowMs: number): SilenceCheck {
    const lateMs = nowMs - this.#checkedAtMs - this.#everyMs;
    this.#checkedAtMs = nowMs;
    const stalledMs = lateMs > this.#everyMs ? lateMs : 0;
    this.#heardAtMs = Math.min(nowMs, this.#heardAtMs + stalledMs);
    return { silentMs: this.silentMs(nowMs), stalledMs };
  }
}
