import type { RetryRules } from '../../retry-configs/index.ts';
import { nextOpenOfAll, type ScheduleClock } from '../../schedules/index.ts';

export const minuteMs = 60_000;

/** Calls with the same hours and the same retries. */
export interface CallsAlike {
  /** Schedules that all have to be open. None means any time. */
  clocks: readonly ScheduleClock[];
  retries: RetryRules | null;
  /** The waiting calls, by attempt and due time. */
  waiting: readonly { attempt: number; dueMs: number; calls: number }[];
}

/** Calls of one attempt that became due in one minute. */
interface Bucket {
  minute: number;
  attempt: number;
  calls: number;
}

/** A queue of equal calls, the longest due first, in minutes since the epoch. */
export class Line {
  readonly retries: RetryRules | null;
  readonly #clocks: readonly ScheduleClock[];
  readonly #buckets: Bucket[] = [];
  /** The minute at which it opened or opens next. Infinity for never. */
  #openMinute = Number.NEGATIVE_INFINITY;

  constructor({ clocks, retries, waiting }: CallsAlike) {
    this.#clocks = clocks;
    this.retries = retries;
    for (const { attempt, dueMs, calls } of waiting) this.add(Math.ceil(dueMs / minuteMs), attempt, calls);
  }

  get calls(): number {
    return this.#buckets.reduce((all, { calls }) => all + calls, 0);
  }

  add(minute: number, attempt: number, calls: number): void {
    if (calls === 0) return;
    let [low, high] = [0, this.#buckets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const bucket = this.#buckets[middle]!;
      if (bucket.minute < minute || (bucket.minute === minute && bucket.attempt < attempt)) low = middle + 1;
      else high = middle;
    }
    const there = this.#buckets[low];
    if (there?.minute === minute && there.attempt === attempt) there.calls += calls;
    else this.#buckets.splice(low, 0, { minute, attempt, calls });
  }

  /**
   * Returns the first minute from `minute` on at which a call may be dialed, or null when there is none within the
   * look-ahead.
   */
  nextMinute(minute: number): number | null {
    const [head] = this.#buckets;
    if (!head) return null;
    const from = Math.max(head.minute, minute);
    if (this.#clocks.length === 0) return from;
    if (from < this.#openMinute) return Number.isFinite(this.#openMinute) ? this.#openMinute : null;
    const opensAtMs = nextOpenOfAll(this.#clocks, from * minuteMs);
    if (opensAtMs === null) {
      this.#openMinute = Number.POSITIVE_INFINITY;
      return null;
    }
    const opens = Math.ceil(opensAtMs / minuteMs);
    if (opens > from || this.#openMinute === Number.NEGATIVE_INFINITY) this.#openMinute = opens;
    return opens;
  }

  /** Returns the minute at which the first call became due. Closed hours count. */
  get waitsSince(): number {
    return Math.max(this.#buckets[0]?.minute ?? Number.POSITIVE_INFINITY, this.#openMinute);
  }

  /** Takes up to `count` due calls of one attempt. */
  take(minute: number, callsMax: number): { attempt: number; calls: number } | null {
    const [head] = this.#buckets;
    if (!head || head.minute > minute) return null;
    const calls = Math.min(head.calls, callsMax);
    head.calls -= calls;
    if (head.calls === 0) this.#buckets.shift();
    return { attempt: head.attempt, calls };
  }
}
