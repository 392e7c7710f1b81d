import type { ReportBlock } from './rtcp-packet.ts';
import { sequenceDistance } from './rtp-packet.ts';

/** The range in which sequence numbers may jump; a jump beyond it is no loss (RFC 3550 appendix A.1). */
const dropoutMax = 3000;
const misorderMax = 100;

/**
 * Counts the packets of an RTP source, its losses (RFC 3550 §6.4.1: expected less received, duplicates included) and its
 * jitter (§6.4.1, appendix A.8).
 *
 * A new SSRC begins a new count, which is added to those before it. So do two consecutive packets far from all before:
 * the sender has set its sequence numbers. A single such packet is ignored.
 */
export class Reception {
  packetsReceived = 0;
  ssrc: number | null = null;
  #lostBefore = 0;
  #expectedBefore = 0;
  #first = 0;
  #highest = 0;
  /** The sequence number that would follow a packet far from all before; −1 when the last packet was near. */
  #resumption = -1;
  #countedAtMs = 0;
  #receivedOfSource = 0;
  #expectedAtReport = 0;
  #receivedAtReport = 0;
  #transitMs: number | null = null;
  #jitterMs = 0;
  #jitterSum = 0;
  #jitterCount = 0;

  /** Counts a packet that came at `nowMs`. Returns true for the first packet of its source. */
  count(ssrc: number, sequenceNumber: number, nowMs: number): boolean {
    this.packetsReceived++;
    if (ssrc !== this.ssrc) {
      this.#begin(ssrc, sequenceNumber, nowMs);
      this.#transitMs = null;
      this.#jitterMs = 0;
      return true;
    }
    const ahead = sequenceDistance(sequenceNumber, this.#highest & 0xffff);
    // A sender sends at most one packet a millisecond, so no more can be missing.
    const gapMax = Math.min(dropoutMax, misorderMax + nowMs - this.#countedAtMs);
    if (ahead >= gapMax || ahead <= -misorderMax) {
      if (sequenceNumber === this.#resumption) this.#begin(ssrc, sequenceNumber, nowMs);
      else this.#resumption = (sequenceNumber + 1) & 0xffff;
      return false;
    }
    this.#resumption = -1;
    this.#countedAtMs = nowMs;
    this.#receivedOfSource++;
    if (ahead > 0) this.#highest += ahead;
    return false;
  }

  #begin(ssrc: number, sequenceNumber: number, nowMs: number): void {
    this.#lostBefore = this.packetsLost;
    this.#expectedBefore = this.packetsExpected;
    this.ssrc = ssrc;
    this.#first = sequenceNumber;
    this.#highest = sequenceNumber;
    this.#resumption = -1;
    this.#countedAtMs = nowMs;
    this.#receivedOfSource = 1;
    this.#expectedAtReport = 0;
    this.#receivedAtReport = 0;
  }

  /**
   * Adds the arrival and the timestamp of a packet of audio to the jitter, both in milliseconds. A jump of over a second
   * is ignored, as the sender has set its clock.
   */
  time(arrivedAtMs: number, timestampMs: number): void {
    const transitMs = arrivedAtMs - timestampMs;
    const before = this.#transitMs;
    this.#transitMs = transitMs;
    if (before === null) return;
    const difference = Math.abs(transitMs - before);
    if (difference > 1_000) return;
    this.#jitterMs += (difference - this.#jitterMs) / 16;
    this.#jitterSum += this.#jitterMs;
    this.#jitterCount++;
  }

  /** The current estimate of the jitter (RFC 3550 §6.4.1). */
  get jitterMs(): number {
    return this.#jitterMs;
  }

  /** The mean of the estimate over all packets. */
  get jitterMeanMs(): number {
    return this.#jitterCount === 0 ? 0 : this.#jitterSum / this.#jitterCount;
  }

  get packetsExpected(): number {
    return this.ssrc === null ? 0 : this.#expectedBefore + this.#highest - this.#first + 1;
  }

  get packetsLost(): number {
    if (this.ssrc === null) return 0;
    const expected = this.#highest - this.#first + 1;
    return this.#lostBefore + Math.max(0, expected - this.#receivedOfSource);
  }

  /** Returns the report on the source, with the fraction lost since the previous call; `null` without a source. */
  report(clockRateHz: number): Omit<ReportBlock, 'lastSenderReport' | 'delaySinceLastSenderReport'> | null {
    if (this.ssrc === null) return null;
    const expectedAll = this.#highest - this.#first + 1;
    const expected = expectedAll - this.#expectedAtReport;
    const lost = expected - (this.#receivedOfSource - this.#receivedAtReport);
    this.#expectedAtReport = expectedAll;
    this.#receivedAtReport = this.#receivedOfSource;
    return {
      ssrc: this.ssrc,
      fractionLost: expected <= 0 || lost <= 0 ? 0 : Math.floor((lost * 256) / expected),
      packetsLost: expectedAll - this.#receivedOfSource,
      highestSequenceNumber: this.#highest,
      jitter: (this.#jitterMs * clockRateHz) / 1000,
    };
  }
}
