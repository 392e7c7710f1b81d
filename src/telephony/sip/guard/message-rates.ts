import { sourceOf } from '../base/addresses.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { CallIds } from '../transaction/call-ids.ts';
import { type RateLimit, SourceLimiter } from './rate-limit.ts';

/** Messages of one call after its source used up its rate: twice the fastest INFO keys, 20 a second. */
const callRateLimit: RateLimit = { perSecond: 50, burst: 100 };

/**
 * Decides which messages are parsed, before any parsing. Each source has a rate. Beyond it, messages of held
 * Call-IDs are parsed, within a rate for each Call-ID and another for the source, so that a flood does not
 * silence calls. A spoofed source can start calls but prove none, so proven Call-IDs of a source have a rate
 * of their own, and the unproven ones share another.
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

  /** Returns whether a message from this address is parsed. */
  take(message: Buffer, address: string): boolean {
    const source = sourceOf(address);
    if (this.#sources.take(source)) return true;
    const callId = this.#callIds.known(message);
    if (callId === null || !this.#calls.take(callId)) return false;
    return (this.#callIds.isProven(callId, message) ? this.#proven : this.#begun).take(source);
  }
}
