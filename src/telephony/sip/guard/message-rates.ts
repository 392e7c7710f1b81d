import { sourceOf } from '../base/addresses.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { CallIds } from '../transaction/call-ids.ts';
import { type RateLimit, SourceLimiter } from './rate-limit.ts';

/** What a call may send of which its source has used up its own share: keys by INFO at their fastest are 20 a second. */
const callRateLimit: RateLimit = { perSecond: 50, burst: 100 };

/**
 * Which messages are read at all, decided before a byte is parsed. A source has its rate. Beyond that, what belongs to
 * something going on is read, each Call-ID within a rate of its own, so that nobody's flood silences calls; and those of
 * one source together once more within its rate. Whoever forges a source can begin calls in its name, but prove none:
 * those that are proven have that rate to themselves, and all that are not, one among them.
 */
export class MessageRates {
  readonly #callIds: CallIds;
  readonly #sources: SourceLimiter;
  readonly #calls: SourceLimiter;
  readonly #proven: SourceLimiter;
  readonly #begun: SourceLimiter;

  constructor(perSource: RateLimit, callIds: CallIds, scheduler: Scheduler) {
    this.#callIds = callIds;
    this.#sources = new SourceLimiter(perSource, scheduler);
    this.#calls = new SourceLimiter(callRateLimit, scheduler);
    this.#proven = new SourceLimiter(perSource, scheduler);
    this.#begun = new SourceLimiter(perSource, scheduler);
  }

  /** Whether a message from this address is read. */
  take(message: Buffer, address: string): boolean {
    const source = sourceOf(address);
    if (this.#sources.take(source)) return true;
    const callId = this.#callIds.known(message);
    if (callId === null || !this.#calls.take(callId)) return false;
    return (this.#callIds.isProven(callId, message) ? this.#proven : this.#begun).take(source);
  }
}
