import { createHash } from 'node:crypto';

const hourMs = 3_600_000;

/** The counts of one hour. */
export interface HourCount {
  /** The start of the hour in epoch milliseconds. */
  atMs: number;
  dialed: number;
  answered: number;
}

/** Counts the events of a simulation, and computes a digest of them. */
export class Statistics {
  readonly #hours = new Map<number, HourCount>();
  readonly #outcomes = new Map<string, number>();
  readonly #digest = createHash('sha256');
  #busyMs = 0;
  #possibleMs = 0;
  dials = 0;
  lastEndMs = 0;

  dialed(callId: string, atMs: number): void {
    this.dials++;
    this.#hourOf(atMs).dialed++;
    this.#digest.update(`${callId} dialed ${atMs}\n`);
  }

  ended(callId: string, endedReason: string, atMs: number, answeredAtMs: number | null): void {
    this.#outcomes.set(endedReason, (this.#outcomes.get(endedReason) ?? 0) + 1);
    if (answeredAtMs !== null) this.#hourOf(answeredAtMs).answered++;
    this.lastEndMs = Math.max(this.lastEndMs, atMs);
    this.#digest.update(`${callId} ${endedReason} ${atMs}\n`);
  }

  /** Adds an interval in which calls were due: the call time in it, and the call time that the limits allow. */
  whileDue(busyMs: number, possibleMs: number): void {
    this.#busyMs += busyMs;
    this.#possibleMs += possibleMs;
  }

  /** The used share of the limits while calls were due, 0 to 1; `null` when no call was ever due. */
  get utilization(): number | null {
    return this.#possibleMs === 0 ? null : this.#busyMs / this.#possibleMs;
  }

  /** The hours with events, in order. */
  get hours(): HourCount[] {
    return [...this.#hours.values()].toSorted((a, b) => a.atMs - b.atMs);
  }

  /** The number of dialed calls by ended reason, the most frequent first. */
  get outcomes(): [string, number][] {
    return [...this.#outcomes].toSorted((a, b) => b[1] - a[1]);
  }

  /** Returns a digest that is equal for runs with the same dials and ends at the same times. */
  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 32);
  }

  #hourOf(atMs: number): HourCount {
    const hour = Math.floor(atMs / hourMs);
    const known = this.#hours.get(hour) ?? { atMs: hour * hourMs, dialed: 0, answered: 0 };
    this.#hours.set(hour, known);
    return known;
  }
}
