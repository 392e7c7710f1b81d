import type { Scheduler } from './scheduler.ts';

/** How many addresses are remembered; the longest known is forgotten first. */
const sourcesMax = 10_000;

export interface RateLimit {
  /** Datagrams a second that one address may send for long. */
  perSecond: number;
  /** How many it may send at once. */
  burst: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** A token bucket per source, or whatever else is named by a text: looked at before a byte is parsed, so that a flood costs next to nothing. */
export class SourceLimiter {
  readonly #limit: RateLimit;
  readonly #scheduler: Scheduler;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, scheduler: Scheduler) {
    this.#limit = limit;
    this.#scheduler = scheduler;
  }

  /** Takes one token; false when the source has none left. */
  take(address: string): boolean {
    const nowMs = this.#scheduler.nowMs();
    const bucket = this.#buckets.get(address) ?? this.#remember(address, nowMs);
    const refill = ((nowMs - bucket.filledAtMs) * this.#limit.perSecond) / 1000;
    bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + refill);
    bucket.filledAtMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  #remember(address: string, nowMs: number): Bucket {
    if (this.#buckets.size >= sourcesMax) {
      const oldest = this.#buckets.keys().next();
      if (!oldest.done) this.#buckets.delete(oldest.value);
    }
    const bucket = { tokens: this.#limit.burst, filledAtMs: nowMs };
    this.#buckets.set(address, bucket);
    return bucket;
  }
}
