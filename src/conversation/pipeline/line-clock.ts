import { monotonicMs } from '../../platform/kernel/index.ts';
import type { CallLine } from './line.ts';

/**
 * Where the line's clock stands. It is set once by the wall clock, which may be put right during a call, and goes on
 * by the monotonic one.
 */
export class LineClock {
  readonly #line: Pick<CallLine, 'timeZeroEpochMs'>;
  readonly #beganMs = monotonicMs();
  #offsetMs: number | null = null;

  constructor(line: Pick<CallLine, 'timeZeroEpochMs'>) {
    this.#line = line;
  }

  /** Milliseconds; since the conversation began as long as the line has no clock. */
  get nowMs(): number {
    const zero = this.#line.timeZeroEpochMs;
    if (this.#offsetMs === null && zero === null) return monotonicMs() - this.#beganMs;
    this.#offsetMs ??= Date.now() - (zero ?? 0) - monotonicMs();
    return monotonicMs() + this.#offsetMs;
  }
}
