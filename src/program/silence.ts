/** What looking has shown. */
interface Look {
  /** For how long nothing was heard while somebody listened. */
  silentMs: number;
  /** For how long this process did nothing before the look, and so heard nobody; 0: it looked in time. */
  stoodStillMs: number;
}

/**
 * How long another process has been silent, for one that looks at regular intervals. While the one that looks stands
 * still itself, it hears nobody: that time says nothing of the other.
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

  /** Since when, without a look. */
  silentMs(nowMs: number): number {
    return nowMs - this.#heardAtMs;
  }

  /** Once in each interval. */
  look(nowMs: number): Look {
    const lateMs = nowMs - this.#lookedAtMs - this.#everyMs;
    this.#lookedAtMs = nowMs;
    const stoodStillMs = lateMs > this.#everyMs ? lateMs : 0;
    this.#heardAtMs = Math.min(nowMs, this.#heardAtMs + stoodStillMs);
    return { silentMs: this.silentMs(nowMs), stoodStillMs };
  }
}
