import { createHash } from 'node:crypto';

const hourMs = 3_600_000;

/** What happened in one hour. */
export interface HourCount {
  /** Its first instant, in epoch milliseconds. */
  atMs: number;
  dialed: number;
  answered: number;
}

/** Counts a simulation, and boils what happened down to a digest. */
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

  /** A stretch of time in which calls were waiting to be dialed: how much of the caps was in use. */
  whileDue(busyMs: number, possibleMs: number): void {
    this.#busyMs += busyMs;
    this.#possibleMs += possibleMs;
  }

  /** How much of the caps was in use while there was due work, from 0 to 1; null: there never was. */
  get utilization(): number | null {
    return this.#possibleMs === 0 ? null : this.#busyMs / this.#possibleMs;
  }

  /** In order, those in which nothing happened left out. */
  get hours(): HourCount[] {
    return [...this.#hours.values()].toSorted((a, b) => a.atMs - b.atMs);
  }

  /** How the calls that were dialed ended, the most frequent first. */
  get outcomes(): [string, number][] {
    return [...this.#outcomes].toSorted((a, b) => b[1] - a[1]);
  }

  /** The same for two runs in which the same calls were dialed and ended at the same times in the same way. */
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
