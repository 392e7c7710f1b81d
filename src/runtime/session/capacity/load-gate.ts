/** The load of the process at one moment. */
export interface Load {
  nowMs: number;
  /** Live calls. */
  calls: number;
  /** The share of late packets of the media thread, from 0 to 1. */
  lateShare: number;
  /** How late the event loop was. */
  loopLagMs: number;
  /** How late the embedded voice synthesizes the next text. */
  voiceBehindMs: number;
}

/** Fewer calls than this are never the cause of a load, and are always taken. */
const callsMin = 20;
/** Above any of these for `lateMs`, another call would be audible in the others. One stall is no load. */
const most = { lateShare: 0.05, loopLagMs: 150, voiceBehindMs: 1_000 };
const lateMs = 1_500;
/** Below all of these for `calmMs`, calls are taken again. */
const calm = { lateShare: 0.01, loopLagMs: 50, voiceBehindMs: 300 };
const calmMs = 2_000;

const measures = ['lateShare', 'loopLagMs', 'voiceBehindMs'] as const;

/**
 * Decides whether the machine can take another call, by how late its calls are served. Two modes: **open**, until calls were
 * served late for 1.5 s; **closed**, until it was calm for 2 s.
 */
export class LoadGate {
  #isClosed = false;
  /** Since when all measurements were late, and calm. */
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
