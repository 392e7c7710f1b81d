/** A packet that is sent this much after it was due is late: a jitter buffer of one packet misses it. */
const lateMs = 10;
/** The length of the windows over which the share of late packets is reported. */
const windowMs = 1_000;

/** The positions in the shared memory of the share, and of its time in monotonic milliseconds since 1970. */
const shareAt = 0;
const epochAt = 1;

export const latenessBytes = 2 * Float64Array.BYTES_PER_ELEMENT;

/** Reports the lateness of a media thread in shared memory, so that reading it costs the thread nothing. */
export class LatenessMeter {
  readonly #shared: Float64Array;
  #packets = 0;
  #late = 0;
  #sinceMs = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#shared = new Float64Array(memory);
  }

  /** Adds a packet by its delay in milliseconds. */
  add(latenessMs: number): void {
    this.#packets++;
    if (latenessMs > lateMs) this.#late++;
  }

  /** Ends a slot, and reports the share when the window is over. */
  endSlot(nowMs: number): void {
    if (nowMs - this.#sinceMs < windowMs) return;
    this.#shared[shareAt] = this.#packets === 0 ? 0 : this.#late / this.#packets;
    this.#shared[epochAt] = performance.timeOrigin + nowMs;
    this.#packets = 0;
    this.#late = 0;
    this.#sinceMs = nowMs;
  }
}

/** An older report is outdated, because a thread without calls reports nothing. */
const outdatedMs = 3 * windowMs;

/** Returns the share of late packets in about the last second, from 0 to 1; 0 when the thread sends none. */
export function latenessOf(memory: SharedArrayBuffer): number {
  const shared = new Float64Array(memory);
  const agoMs = performance.timeOrigin + performance.now() - shared[epochAt]!;
  return agoMs > outdatedMs ? 0 : shared[shareAt]!;
}
