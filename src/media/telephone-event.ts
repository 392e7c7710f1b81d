import { dtmfKeys } from './dtmf-keys.ts';
import { timestampDistance } from './rtp-packet.ts';

/** A long event goes on in a new segment when its 16-bit duration is used up (RFC 4733 §2.5.1.3). */
const longestSegment = 0xffff;

/**
 * Makes digits of RFC 4733 telephone-event payloads. All packets of one event carry the RTP timestamp of its
 * beginning, so a digit is reported with the first packet of a timestamp that arrives, and the updates and the
 * three end packets that follow, or any of them coming late, say nothing new.
 */
export class TelephoneEventReceiver {
  #timestamp: number | null = null;
  #event = -1;
  #ended = false;

  /**
   * The digit that the payload from `start` to `end` begins, or null.
   *
   *      0                   1                   2                   3
   *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
   *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   *     |     event     |E|R| volume    |          duration             |
   *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   */
  receive(timestamp: number, datagram: Uint8Array, start: number, end: number): string | null {
    if (end - start < 4) return null;
    const event = datagram[start]!;
    const isEnd = (datagram[start + 1]! & 0x80) !== 0;
    const ahead = this.#timestamp === null ? 1 : timestampDistance(timestamp, this.#timestamp);
    if (ahead < 0) return null;
    if (ahead === 0) {
      this.#ended ||= isEnd;
      return null;
    }
    const isNextSegment = ahead === longestSegment && event === this.#event && !this.#ended;
    this.#timestamp = timestamp;
    this.#event = event;
    this.#ended = isEnd;
    return isNextSegment ? null : (dtmfKeys[event] ?? null);
  }

  /** Forgets the last event: another source begins, with timestamps of its own. */
  reset(): void {
    this.#timestamp = null;
    this.#event = -1;
    this.#ended = false;
  }
}
