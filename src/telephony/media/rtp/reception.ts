import type { ReportBlock } from './rtcp-packet.ts';
import { sequenceDistance } from './rtp-packet.ts';

/** How far sequence numbers may go ahead at once, and behind; what lies between is no loss (RFC 3550 appendix A.1). */
const dropoutMax = 3000;
const misorderMax = 100;

/**
 * Counts what one RTP source has sent, how much of it was lost (RFC 3550 §6.4.1: expected less received, duplicates
 * counted as received) and how unevenly it came (§6.4.1, appendix A.8). A new SSRC begins a new count, which is added
 * to the ones before it, and so do two packets in sequence that are far from all before: a sender that set its sequence
 * numbers. One such packet alone says nothing.
 */
export class Reception {
  packetsReceived = 0;
  ssrc: number | null = null;
  #lostBefore = 0;
  #expectedBefore = 0;
  #first = 0;
  #highest = 0;
  /** The sequence number that would go on after a packet that was far from all before; −1: the last was not. */
  #resumption = -1;
  #countedAtMs = 0;
  #receivedOfSource = 0;
  #expectedAtReport = 0;
  #receivedAtReport = 0;
  #transitMs: number | null = null;
  #jitterMs = 0;
  #jitterSum = 0;
  #jitterCount = 0;

  /** Counts a packet that came at `nowMs`; true if it is the first of its source. */
  count(ssrc: number, sequenceNumber: number, nowMs: number): boolean {
    this.packetsReceived++;
    if (ssrc !== this.ssrc) {
      this.#begin(ssrc, sequenceNumber, nowMs);
      this.#transitMs = null;
      this.#jitterMs = 0;
      return true;
    }
    const ahead = sequenceDistance(sequenceNumber, this.#highest & 0xffff);
    // Nobody sends more than a packet each millisecond, so that no more can be missing.
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
   * Takes the time at which a packet of audio came and its timestamp, both in milliseconds; where they differ by other
   * than before, that is jitter. A jump of over a second is a clock that was set, and is not.
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

  /** The estimate of RFC 3550 as it is now. */
  get jitterMs(): number {
    return this.#jitterMs;
  }

  /** The mean of that estimate over all packets. */
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

  /** What is to be reported of the source, the fraction since the last time this was asked for; null without one. */
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
