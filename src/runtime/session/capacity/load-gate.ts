import { behindMsMax } from './voice-demand.ts';

/** The load of the process at one moment. */
export interface Load {
  nowMs: number;
  /** The number of live calls. */
  calls: number;
  /** The share of late packets of the media thread, from 0 to 1. */
  lateShare: number;
  /** The delay of the event loop. */
  loopLagMs: number;
  /** How late the embedded voice will be with the texts that wait. */
  voiceBehindMs: number;
}

/** With fewer calls the gate is open, because they never cause the load. */
const callsMin = 20;
/** The gate closes when one of these is exceeded for `lateMs`: another call would be audible in the others. */
const limits = { lateShare: 0.05, loopLagMs: 150, voiceBehindMs: behindMsMax };
const lateMs = 1_500;
/** The gate opens when all measurements are below these for `calmMs`. */
const calm = { lateShare: 0.01, loopLagMs: 50, voiceBehindMs: 300 };
const calmMs = 2_000;
/**
 * A closed gate lets single calls in, one an update, after `bearableMs` with all measurements below these. Without them, a machine
 * with a steady load of others would never be calm, and would hold fewer calls than it can.
 */
const bearable = { lateShare: 0.03, loopLagMs: 100, voiceBehindMs: 600 };
const bearableMs = 1_000;

const measures = ['lateShare', 'loopLagMs', 'voiceBehindMs'] as const;

/**
 * Decides how many more calls the machine can carry, by the delays of its calls. It has two modes: **open**, until delays exceed a
 * limit for 1.5 s, and **closed**, until all delays are small for 2 s. A closed gate admits single calls while delays are bearable.
 */
export class LoadGate {
  #isClosed = false;
  #single = 0;
  /** The time since which some measurement exceeds its limit, all are bearable, and all are calm; or null. */
  #lateSinceMs: number | null = null;
  #bearableSinceMs: number | null = null;
  #calmSinceMs: number | null = null;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The number of calls that it admits until the next update: all while it is open, and one or none while it is closed. */
  get admits(): number {
    return this.#isClosed ? this.#single : Number.POSITIVE_INFINITY;
  }

  /** Counts a call that was admitted. */
  took(): void {
    if (this.#single > 0) this.#single--;
  }

  /** Updates the gate by the current load. */
  update({ nowMs, calls, ...lateness }: Load): void {
    const isFew = calls < callsMin;
    const isBelow = (bounds: typeof limits) =>
      measures.every((measure) => lateness[measure] < bounds[measure]);
    const isLate = !isFew && measures.some((measure) => lateness[measure] > limits[measure]);
    const isCalm = isFew || isBelow(calm);
    this.#lateSinceMs = isLate ? (this.#lateSinceMs ?? nowMs) : null;
    this.#bearableSinceMs = isBelow(bearable) ? (this.#bearableSinceMs ?? nowMs) : null;
    this.#calmSinceMs = isCalm ? (this.#calmSinceMs ?? nowMs) : null;
    if (this.#lateSinceMs !== null && nowMs - this.#lateSinceMs >= lateMs) this.#isClosed = true;
    if (this.#calmSinceMs !== null && nowMs - this.#calmSinceMs >= calmMs) this.#isClosed = false;
    const isBearable = this.#bearableSinceMs !== null && nowMs - this.#bearableSinceMs >= bearableMs;
    this.#single = this.#isClosed && isBearable ? 1 : 0;
  }
}
