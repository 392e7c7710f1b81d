import {
  addTurnedAway,
  type TurnedAway,
  type TurnedAwayReason,
  turnedAwayReasons,
} from '../../../domains/numbers/index.ts';
import type { Queryable } from '../../../platform/db/index.ts';
import { delay, type Log } from '../../../platform/kernel/index.ts';
import type { InboundRoute } from './store.ts';

/** Refusals within this time are stored together, so that a flood of calls costs a statement a second. */
const gatherMs = 1000;
/** The pause after a failure. The counts wait in memory. */
const retryMs = 5000;
/** The most entries of one statement. */
const entriesMax = 1000;
const hourMs = 3_600_000;

interface TurnedAwayOptions {
  db: Queryable;
  log: Log;
  /** Default: the clock of this machine, in epoch milliseconds. */
  now?: () => number;
}

/** Counts the inbound calls of known numbers that this process refuses, by number, reason and hour. */
export class TurnedAwayCounts {
  readonly #options: TurnedAwayOptions;
  readonly #waiting = new Map<string, TurnedAway>();
  readonly #abort = new AbortController();
  #writing: Promise<void> | null = null;

  constructor(options: TurnedAwayOptions) {
    this.#options = options;
  }

  /** Counts a refused call. Reasons that say nothing about the number or its organization do not count. */
  count({ organizationId, phoneNumberId, phoneNumber }: CountedNumber, reason: string): void {
    if (!isCounted(reason)) return;
    const nowMs = this.#options.now?.() ?? Date.now();
    const hour = new Date(Math.floor(nowMs / hourMs) * hourMs).toISOString();
    const lastAt = new Date(nowMs).toISOString();
    this.#add({ organizationId, phoneNumberId, phoneNumber, reason, hour, calls: 1, lastAt });
    this.#writing ??= this.#write();
  }

  /** Stores what was counted. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#writing;
  }

  #add(entry: TurnedAway): void {
    const key = [entry.organizationId, entry.hour, entry.phoneNumberId, entry.reason].join(' ');
    const known = this.#waiting.get(key);
    if (!known) this.#waiting.set(key, { ...entry });
    else {
      known.calls += entry.calls;
      if (entry.lastAt > known.lastAt) known.lastAt = entry.lastAt;
    }
  }

  async #write(): Promise<void> {
    const { db, log } = this.#options;
    const { signal } = this.#abort;
    await delay(gatherMs, signal);
    for (;;) {
      const batch = [...this.#waiting].slice(0, entriesMax);
      if (batch.length === 0) break;
      for (const [key] of batch) this.#waiting.delete(key);
      let isFailed = false;
      await addTurnedAway(
        db,
        batch.map(([, entry]) => entry),
      ).catch((error: unknown) => {
        isFailed = true;
        for (const [, entry] of batch) this.#add(entry);
        log.warn({ err: error }, 'cannot store the counts of refused calls');
      });
      // A process that stops tries once.
      if (isFailed && signal.aborted) break;
      await delay(isFailed ? retryMs : gatherMs, signal);
    }
    this.#writing = null;
  }
}

type CountedNumber = Pick<InboundRoute, 'organizationId' | 'phoneNumberId' | 'phoneNumber'>;

/** Returns whether refusals for this reason are counted. */
export function isCounted(reason: string): reason is TurnedAwayReason {
  return (turnedAwayReasons as readonly string[]).includes(reason);
}
