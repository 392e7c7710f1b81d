/** What the gate judges by. */
export interface Load {
  nowMs: number;
  /** Live calls. */
  calls: number;
  /** The share of packets that the media thread sent late, from 0 to 1. */
  lateShare: number;
  /** How late the event loop was. */
  loopLagMs: number;
}

/** What few calls suffer from is not their number; so many are carried whatever else the machine does. */
const callsMin = 20;
/** Beyond either, another call would be heard by those that are there. */
const most = { lateShare: 0.05, loopLagMs: 150 };
/** Below both for so long, calls are taken again. */
const calm = { lateShare: 0.01, loopLagMs: 50 };
const calmMs = 2_000;

/**
 * Whether the machine can take another call, by how late the calls that it carries are served. Two modes: **open**;
 * **closed**, from the first look that finds too much until it was calm for 2 s.
 */
export class LoadGate {
  #isClosed = false;
  #calmSinceMs: number | null = null;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  look({ nowMs, calls, lateShare, loopLagMs }: Load): void {
    const isFew = calls < callsMin;
    if (!isFew && (lateShare > most.lateShare || loopLagMs > most.loopLagMs)) {
      this.#isClosed = true;
      this.#calmSinceMs = null;
      return;
    }
    const isCalm = isFew || (lateShare < calm.lateShare && loopLagMs < calm.loopLagMs);
    this.#calmSinceMs = isCalm ? (this.#calmSinceMs ?? nowMs) : null;
    if (this.#calmSinceMs !== null && nowMs - this.#calmSinceMs >= calmMs) this.#isClosed = false;
  }
}
