import type { Scheduler } from '../base/scheduler.ts';

/** The most sources that have a bucket of their own. */
const sourcesMax = 10_000;

/** The buckets that are checked to find a full one. */
const checksMax = 8;

export interface RateLimit {
  /** The sustained rate of one source, in messages a second. */
  perSecond: number;
  /** The largest burst of one source. */
  burst: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * A token bucket for each source or other key. It is checked before any parsing, so that a flood costs
 * little. Only full buckets are dropped, which equal new ones, so that dropping grants no extra burst. While
 * no full one is found, new sources share a bucket.
 */
export class SourceLimiter {
  readonly #limit: RateLimit;
  readonly #scheduler: Scheduler;
  readonly #buckets = new Map<string, Bucket>();
  readonly #shared: Bucket;
  /** Iterates over the buckets forever. Restarting it each time would walk over all deleted entries again. */
  #iterator = this.#buckets.entries();

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
    for (let check = 0; check < checksMax && this.#buckets.size >= sourcesMax; check++)
      this.#forgetFull(nowMs);
    if (this.#buckets.size >= sourcesMax) return this.#shared;
    const bucket = { tokens: this.#limit.burst, filledAtMs: nowMs };
    this.#buckets.set(source, bucket);
    return bucket;
  }

  /** Drops the next source of the iteration when its bucket is full. */
  #forgetFull(nowMs: number): void {
    const next = this.#iterator.next();
    if (next.done) {
      this.#iterator = this.#buckets.entries();
      return;
    }
    const [source, bucket] = next.value;
    this.#fill(bucket, nowMs);
    if (bucket.tokens >= this.#limit.burst) this.#buckets.delete(source);
  }
}
