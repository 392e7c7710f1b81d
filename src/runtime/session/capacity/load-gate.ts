/** What the gate judges by. */
export interface Load {
  nowMs: number;
  /** Live calls. */
  calls: number;
  /** The share of packets that the media thread sent late, from 0 to 1. */
  lateShare: number;
  /** How late the event loop was. */
  loopLagMs: number;
  /** How much later than it is needed the embedded voice speaks the next text. */
  voiceBehindMs: number;
}

/** What few calls suffer from is not their number; so many are carried whatever else the machine does. */
const callsMin = 20;
/** Beyond one of them for so long, another call would be heard by those that are there; one stall is no load. */
const most = { lateShare: 0.05, loopLagMs: 150, voiceBehindMs: 1_000 };
const lateMs = 1_500;
/** Below all for so long, calls are taken again. */
const calm = { lateShare: 0.01, loopLagMs: 50, voiceBehindMs: 300 };
const calmMs = 2_000;

const measures = ['lateShare', 'loopLagMs', 'voiceBehindMs'] as const;

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

  look({ nowMs, calls, ...lateness }: Load): void {
    const isFew = calls < callsMin;
    const isLate = !isFew && measures.some((measure) => lateness[measure] > most[measure]);
    const isCalm = isFew || measures.every((measure) => lateness[measure] < calm[measure]);
    this.#lateSinceMs = isLate ? (this.#lateSinceMs ?? nowMs) : null;
    this.#calmSinceMs = isCalm ? (this.#calmSinceMs ?? nowMs) : null;
    if (this.#lateSinceMs !== null && nowMs - this.#lateSinceMs >= lateMs) this.#isClosed = true;
    if (this.#calmSinceMs !== null && nowMs - this.#calmSinceMs >= calmMs) this.#isClosed = false;
  }
}
