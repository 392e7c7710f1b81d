import type { Scheduler } from '../base/scheduler.ts';

/** How many addresses are remembered; the longest known is forgotten first. */
const sourcesMax = 10_000;

export interface Penalty {
  /** So many refusals within `withinMs` … */
  refusals: number;
  withinMs: number;
  /** … and the address gets no answer for so long. */
  silenceMs: number;
}

/** 20 refusals in a minute: ten minutes of silence. */
export const defaultPenalty: Penalty = { refusals: 20, withinMs: 60_000, silenceMs: 600_000 };

interface Refusals {
  refusals: number;
  sinceMs: number;
  silentUntilMs: number;
}

/**
 * Addresses that go on asking although they are refused: who scans for numbers or passwords learns nothing more, and
 * a forged address is not answered over and over. It judges only those that may start nothing anyway, so that nobody
 * can be shut out by requests in his name.
 */
export class PenaltyBox {
  readonly #penalty: Penalty;
  readonly #scheduler: Scheduler;
  readonly #records = new Map<string, Refusals>();

  constructor(penalty: Penalty, scheduler: Scheduler) {
    this.#penalty = penalty;
    this.#scheduler = scheduler;
  }

  /** Whether the address gets no answer at present. */
  isSilenced(address: string): boolean {
    const record = this.#records.get(address);
    return record !== undefined && record.silentUntilMs > this.#scheduler.nowMs();
  }

  /** Notes one refusal; true when the silence begins with it. */
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
