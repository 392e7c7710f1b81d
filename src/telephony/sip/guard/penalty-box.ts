import type { Scheduler } from '../base/scheduler.ts';

/** The most addresses that are remembered; the oldest is dropped first. */
const sourcesMax = 10_000;

export interface Penalty {
  /** The rejections within `withinMs` that start the silence. */
  refusals: number;
  withinMs: number;
  /** How long the address then gets no response. */
  silenceMs: number;
}

/** 20 rejections in a minute start ten minutes of silence. */
export const defaultPenalty: Penalty = { refusals: 20, withinMs: 60_000, silenceMs: 600_000 };

interface Refusals {
  refusals: number;
  sinceMs: number;
  silentUntilMs: number;
}

/**
 * Silences addresses that are rejected repeatedly. A scan for numbers or passwords learns nothing more, and a
 * spoofed address gets no flood of responses. Only unadmitted addresses are counted, so that spoofed requests
 * cannot lock out an admitted one.
 */
export class PenaltyBox {
  readonly #penalty: Penalty;
  readonly #scheduler: Scheduler;
  readonly #records = new Map<string, Refusals>();

  constructor(penalty: Penalty, scheduler: Scheduler) {
    this.#penalty = penalty;
    this.#scheduler = scheduler;
  }

  /** Returns whether the address currently gets no response. */
  isSilenced(address: string): boolean {
    const record = this.#records.get(address);
    return record !== undefined && record.silentUntilMs > this.#scheduler.nowMs();
  }

  /** Counts one rejection; true when it starts the silence. */
  refused(address: string): boolean {
    const nowMs = this.#scheduler.nowMs();
    const { refusals, withinMs, silenceMs } = this.#penalty;
    const record = this.#records.get(address) ?? this.#remember(address, nowMs);
    if (nowMs - record.sinceMs > withinMs) {
      record.refusals = 0;
      record.sinceMs = nowMs;
    }
    record.refusals++;
    if (record.refusals < refusals || record.silentUntilMs > nowMs) return false;
    record.refusals = 0;
    record.sinceMs = nowMs;
    record.silentUntilMs = nowMs + silenceMs;
    return true;
  }

  #remember(address: string, nowMs: number): Refusals {
    if (this.#records.size >= sourcesMax) {
      const oldest = this.#records.keys().next();
      if (!oldest.done) this.#records.delete(oldest.value);
    }
    const record = { refusals: 0, sinceMs: nowMs, silentUntilMs: Number.NEGATIVE_INFINITY };
    this.#records.set(address, record);
    return record;
  }
}
