/** A packet that is sent later than this after it was due is late: a jitter buffer of one packet misses it. */
const lateMs = 10;
/** The share of late packets is told of about this long at a time. */
const windowMs = 1_000;

/** Where the share, and the monotonic time that it is of in milliseconds since 1970, stand in the shared memory. */
const shareAt = 0;
const epochAt = 1;

export const latenessBytes = 2 * Float64Array.BYTES_PER_ELEMENT;

/** How late a media thread is, in memory that is shared with who asks: asking costs the thread nothing. */
export class LatenessMeter {
  readonly #shared: Float64Array;
  #packets = 0;
  #late = 0;
  #sinceMs = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#shared = new Float64Array(memory);
  }

  /** A packet was sent so long after it was due. */
  add(latenessMs: number): void {
    this.#packets++;
    if (latenessMs > lateMs) this.#late++;
  }

  /** A slot is over; tells the share of the window if that is over too. */
  endSlot(nowMs: number): void {
    if (nowMs - this.#sinceMs < windowMs) return;
    this.#shared[shareAt] = this.#packets === 0 ? 0 : this.#late / this.#packets;
    this.#shared[epochAt] = performance.timeOrigin + nowMs;
    this.#packets = 0;
    this.#late = 0;
    this.#sinceMs = nowMs;
  }
}

/** What was told longer ago is over: a thread without calls tells nothing. */
const outdatedMs = 3 * windowMs;

/** The share of packets that the thread sent late in about the last second, from 0 to 1; 0 where it sends none. */
export function latenessOf(memory: SharedArrayBuffer): number {
  const shared = new Float64Array(memory);
  const agoMs = performance.timeOrigin + performance.now() - shared[epochAt]!;
  return agoMs > outdatedMs ? 0 : shared[shareAt]!;
}
