import { monotonicMs } from '../../platform/kernel/index.ts';
import type { CallLine } from './line.ts';

/**
 * The current position on the line's clock. It is set once from the wall clock and then follows the monotonic clock,
 * because the wall clock may be adjusted during a call.
 */
export class LineClock {
  readonly #line: Pick<CallLine, 'timeZeroEpochMs'>;
  readonly #beganMs = monotonicMs();
  #offsetMs: number | null = null;

  constructor(line: Pick<CallLine, 'timeZeroEpochMs'>) {
    this.#line = line;
  }

  /** The position in milliseconds. It counts from the start of the conversation until the line's clock runs. */
  get nowMs(): number {
    const zero = this.#line.timeZeroEpochMs;
    if (this.#offsetMs === null && zero === null) return monotonicMs() - this.#beganMs;
    this.#offsetMs ??= Date.now() - (zero ?? 0) - monotonicMs();
    return monotonicMs() + this.#offsetMs;
  }
}
