import type { Scheduler } from '../base/scheduler.ts';

/** How many sources are remembered one by one. */
const sourcesMax = 10_000;

/** How many of them are looked at to find one that can be forgotten. */
const looksMax = 8;

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

/**
 * A token bucket per source, or whatever else is named by a text: looked at before a byte is parsed, so that a flood costs
 * next to nothing. Only a full one is forgotten, which a new one equals: nobody gets a burst more by being forgotten.
 * While none is found that is full, new sources share one.
 */
export class SourceLimiter {
  readonly #limit: RateLimit;
  readonly #scheduler: Scheduler;
  readonly #buckets = new Map<string, Bucket>();
  readonly #shared: Bucket;
  /** Goes round the buckets for ever, from where it was: to begin anew would be to walk over all that were deleted. */
  #turn = this.#buckets.entries();

  constructor(limit: RateLimit, scheduler: Scheduler) {
    this.#limit = limit;
    this.#scheduler = scheduler;
    this.#shared = { tokens: limit.burst, filledAtMs: scheduler.nowMs() };
  }

  /** Takes one token; false when the source has none left. */
  take(source: string): boolean {
    const nowMs = this.#scheduler.nowMs();
    const bucket = this.#buckets.get(source) ?? this.#remember(source, nowMs);
    this.#fill(bucket, nowMs);
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  #fill(bucket: Bucket, nowMs: number): void {
    const refill = ((nowMs - bucket.filledAtMs) * this.#limit.perSecond) / 1000;
    bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + refill);
    bucket.filledAtMs = nowMs;
  }

  #remember(source: string, nowMs: number): Bucket {
    for (let look = 0; look < looksMax && this.#buckets.size >= sourcesMax; look++) this.#forgetFull(nowMs);
    if (this.#buckets.size >= sourcesMax) return this.#shared;
    const bucket = { tokens: this.#limit.burst, filledAtMs: nowMs };
    this.#buckets.set(source, bucket);
    return bucket;
  }

  /** Forgets the next source in turn where its bucket is full. */
  #forgetFull(nowMs: number): void {
    const next = this.#turn.next();
    if (next.done) {
      this.#turn = this.#buckets.entries();
      return;
    }
    const [source, bucket] = next.value;
    this.#fill(bucket, nowMs);
    if (bucket.tokens >= this.#limit.burst) this.#buckets.delete(source);
  }
}
