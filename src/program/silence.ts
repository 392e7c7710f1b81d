/** How long the watched process has been silent, and how long the watching one was. */
interface Look {
  /** How long the watched process was silent while this one listened. */
  silentMs: number;
  /** How long this process was stalled before the look; 0 when it looked in time. */
  stalledMs: number;
}

/**
 * Measures how long another process has been silent, for a process that looks at regular intervals. Time in which the
 * watching process itself was stalled does not count, because it could not receive anything then.
 */
export class Silence {
  readonly #everyMs: number;
  #heardAtMs: number;
  #lookedAtMs: number;

  constructor(everyMs: number, nowMs: number) {
    this.#everyMs = everyMs;
    this.#heardAtMs = nowMs;
    this.#lookedAtMs = nowMs;
  }

  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** Returns the silence without a look. */
  silentMs(nowMs: number): number {
    return nowMs - this.#heardAtMs;
  }

  /** Looks once in each interval. */
  look(nowMs: number): Look {
    const lateMs = nowMs - this.#lookedAtMs - this.#everyMs;
    this.#lookedAtMs = nowMs;
    const stalledMs = lateMs > this.#everyMs ? lateMs : 0;
    this.#heardAtMs = Math.min(nowMs, this.#heardAtMs + stalledMs);
    return { silentMs: this.silentMs(nowMs), stalledMs };
  }
}
