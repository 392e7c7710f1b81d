import { samplesPerTick } from './pcm.ts';
import { timestampDistance } from './rtp-packet.ts';

/** Samples that the ring holds: 512 ms, a power of two so that a position is a mask away. */
const capacity = 4_096;
const mask = capacity - 1;

/** Audio held back before it is played, so that a packet may be this late: 40 ms. */
const startDelay = 2 * samplesPerTick;

/** What stays buffered beyond the start delay over a whole trim period is delay for nothing. */
const excessDelay = 2 * samplesPerTick;
const trimPeriodTicks = 100;

/** After so many packets older than what was played (one second), the sender has set its clock back. */
const staleBeforeRestart = 50;

export type PutResult = 'buffered' | 'late' | 'duplicate';

/**
 * A bounded jitter buffer: decoded samples lie in a ring by RTP timestamp, and a reader takes 20 ms at each
 * tick, so order, any packet length, loss (silence) and duplicates need no further care.
 *
 * It has two modes. **Empty**: nothing has come yet, or the sender's timestamps have jumped; the next packet
 * places the reader 40 ms before itself. **Running**: the reader moves on by one tick at a time whatever
 * arrives. Where the newest packet of all comes too late, the network has become slower than the delay, and the
 * reader is placed 40 ms before it again. Where two seconds go by with more than 80 ms always lying ready, the
 * delay is larger than needed, or the sender's clock is faster than ours, and one tick is skipped.
 */
export class JitterBuffer {
  readonly #samples = new Int16Array(capacity);
  readonly #present = new Uint8Array(capacity);
  /** Timestamp of the next sample to be read, meaningful while running. */
  #readAt = 0;
  /** Timestamp just after the newest sample ever put, meaningful while running. */
  #newestEnd = 0;
  #running = false;
  #stale = 0;
  #depthMin = capacity;
  #ticksToTrim = trimPeriodTicks;

  /** Puts the samples that `table` decodes from the octets between `start` and `end`, which begin at `timestamp`. */
  put(timestamp: number, octets: Uint8Array, start: number, end: number, table: Int16Array): PutResult {
    const count = Math.min(end - start, capacity / 2);
    if (!this.#running) this.#placeReaderBefore(timestamp);
    let ahead = timestampDistance(timestamp, this.#readAt);
    if (ahead < 0) {
      const isNewest = timestampDistance(timestamp + count, this.#newestEnd) > 0;
      if (!isNewest && ++this.#stale < staleBeforeRestart) return 'late';
      this.#placeReaderBefore(timestamp);
      ahead = startDelay;
    } else if (ahead + count > capacity) {
      this.#placeReaderBefore(timestamp);
      ahead = startDelay;
    }
    this.#stale = 0;
    if (count > 0 && this.#present[timestamp & mask] === 1) return 'duplicate';
    for (let i = 0; i < count; i++) {
      const at = (timestamp + i) & mask;
      this.#samples[at] = table[octets[start + i]!]!;
      this.#present[at] = 1;
    }
    if (timestampDistance(timestamp + count, this.#newestEnd) > 0) this.#newestEnd = (timestamp + count) | 0;
    return 'buffered';
  }

  /** Takes the next 20 ms into `target`; where nothing has come there is silence. */
  take(target: Int16Array): void {
    if (!this.#running) {
      target.fill(0, 0, samplesPerTick);
      return;
    }
    this.#trim();
    for (let i = 0; i < samplesPerTick; i++) {
      const at = (this.#readAt + i) & mask;
      target[i] = this.#samples[at]!;
      this.#samples[at] = 0;
      this.#present[at] = 0;
    }
    this.#readAt = (this.#readAt + samplesPerTick) | 0;
  }

  /** Moves on by so many ticks without handing out what lies there. */
  skip(tickCount: number): void {
    const count = tickCount * samplesPerTick;
    for (let i = 0; i < Math.min(count, capacity); i++) {
      const at = (this.#readAt + i) & mask;
      this.#samples[at] = 0;
      this.#present[at] = 0;
    }
    this.#readAt = (this.#readAt + count) | 0;
  }

  /** Samples that lie ready, gaps between them included. */
  get depth(): number {
    return this.#running ? Math.max(0, timestampDistance(this.#newestEnd, this.#readAt)) : 0;
  }

  /** Back to empty: another source begins, with timestamps of its own. */
  reset(): void {
    this.#running = false;
    this.#samples.fill(0);
    this.#present.fill(0);
  }

  #placeReaderBefore(timestamp: number): void {
    this.#samples.fill(0);
    this.#present.fill(0);
    this.#readAt = (timestamp - startDelay) | 0;
    this.#newestEnd = timestamp | 0;
    this.#running = true;
    this.#stale = 0;
    this.#depthMin = capacity;
    this.#ticksToTrim = trimPeriodTicks;
  }

  #trim(): void {
    this.#depthMin = Math.min(this.#depthMin, this.depth);
    if (--this.#ticksToTrim > 0) return;
    if (this.#depthMin > startDelay + excessDelay) this.skip(1);
    this.#depthMin = capacity;
    this.#ticksToTrim = trimPeriodTicks;
  }
}
