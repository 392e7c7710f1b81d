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
/** Beyond either for so long, another call would be heard by those that are there; one stall is no load. */
const most = { lateShare: 0.05, loopLagMs: 150 };
const lateMs = 1_500;
/** Below both for so long, calls are taken again. */
const calm = { lateShare: 0.01, loopLagMs: 50 };
const calmMs = 2_000;

/**
 * Whether the machine can take another call, by how late the calls that it carries are served. Two modes: **open**, until
 * they were served late for 1.5 s; **closed**, until it was calm for 2 s.
 */
export class LoadGate {
  #isClosed = false;
  /** Since when all looks were late, and calm. */
  #lateSinceMs: number | null = null;
  #calmSinceMs: number | null = null;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  look({ nowMs, calls, lateShare, loopLagMs }: Load): void {
    const isFew = calls < callsMin;
    const isLate = !isFew && (lateShare > most.lateShare || loopLagMs > most.loopLagMs);
    const isCalm = isFew || (lateShare < calm.lateShare && loopLagMs < calm.loopLagMs);
    this.#lateSinceMs = isLate ? (this.#lateSinceMs ?? nowMs) : null;
    this.#calmSinceMs = isCalm ? (this.#calmSinceMs ?? nowMs) : null;
    if (this.#lateSinceMs !== null && nowMs - this.#lateSinceMs >= lateMs) this.#isClosed = true;
    if (this.#calmSinceMs !== null && nowMs - this.#calmSinceMs >= calmMs) this.#isClosed = false;
  }
}
