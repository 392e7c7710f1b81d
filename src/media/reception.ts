import { sequenceDistance } from './rtp-packet.ts';

/**
 * Counts what one RTP source has sent and how much of it was lost (RFC 3550 §6.4.1: expected less received,
 * duplicates counted as received). A new SSRC begins a new count, which is added to the ones before it.
 */
export class Reception {
  packetsReceived = 0;
  #lostBefore = 0;
  #ssrc: number | null = null;
  #first = 0;
  #highest = 0;
  #receivedOfSource = 0;

  /** Counts a packet; true if it is the first of its source. */
  count(ssrc: number, sequenceNumber: number): boolean {
    this.packetsReceived++;
    if (ssrc !== this.#ssrc) {
      this.#lostBefore = this.packetsLost;
      this.#ssrc = ssrc;
      this.#first = sequenceNumber;
      this.#highest = sequenceNumber;
      this.#receivedOfSource = 1;
      return true;
    }
    this.#receivedOfSource++;
    const ahead = sequenceDistance(sequenceNumber, this.#highest & 0xffff);
    if (ahead > 0) this.#highest += ahead;
    return false;
  }

  get packetsLost(): number {
    if (this.#ssrc === null) return 0;
    const expected = this.#highest - this.#first + 1;
    return this.#lostBefore + Math.max(0, expected - this.#receivedOfSource);
  }
}
