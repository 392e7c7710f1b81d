import { dtmfKeys } from './dtmf-keys.ts';
import { sequenceDistance, timestampDistance } from './rtp-packet.ts';

/** A long event goes on in a new segment when its 16-bit duration is used up (RFC 4733 §2.5.1.3). */
const longestSegment = 0xffff;
/** A packet is late that was sent so many packets before the newest; one of more before is of a sender that began anew. */
const misorderMax = 100;
/** Sources whose events are told apart; the one that was heard first goes. */
const sourcesMax = 4;

/** The newest event of one source. */
interface LastEvent {
  timestamp: number;
  sequenceNumber: number;
  event: number;
  ended: boolean;
}

/** The packet that a payload came in. */
export interface EventPacket {
  ssrc: number;
  sequenceNumber: number;
  timestamp: number;
}

/**
 * Makes digits of RFC 4733 telephone-event payloads. All packets of one event carry the RTP timestamp of its
 * beginning, so a digit is reported with the first packet of a timestamp that arrives, and the updates and the
 * three end packets that follow, or any of them coming late, say nothing new. Events may have a source of their own
 * beside that of the audio, and the timestamps of a source may begin anew, ahead or behind.
 */
export class TelephoneEventReceiver {
  readonly #sources = new Map<number, LastEvent>();

  /**
   * The digit that the payload from `start` to `end` begins, or null.
   *
   *      0                   1                   2                   3
   *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
   *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   *     |     event     |E|R| volume    |          duration             |
   *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   */
  receive(packet: EventPacket, datagram: Uint8Array, start: number, end: number): string | null {
    if (end - start < 4) return null;
    const { ssrc, sequenceNumber, timestamp } = packet;
    const event = datagram[start]!;
    const isEnd = (datagram[start + 1]! & 0x80) !== 0;
    const last = this.#sources.get(ssrc);
    if (!last) {
      this.#add(ssrc, { timestamp, sequenceNumber, event, ended: isEnd });
      return dtmfKeys[event] ?? null;
    }
    const newer = sequenceDistance(sequenceNumber, last.sequenceNumber);
    const ahead = timestampDistance(timestamp, last.timestamp);
    if (ahead === 0) {
      last.ended ||= isEnd;
      if (newer > 0) last.sequenceNumber = sequenceNumber;
      return null;
    }
    if (newer <= 0 && newer > -misorderMax) return null;
    const isNextSegment = ahead === longestSegment && event === last.event && !last.ended;
    last.timestamp = timestamp;
    last.sequenceNumber = sequenceNumber;
    last.event = event;
    last.ended = isEnd;
    return isNextSegment ? null : (dtmfKeys[event] ?? null);
  }

  #add(ssrc: number, first: LastEvent): void {
    this.#sources.set(ssrc, first);
    if (this.#sources.size > sourcesMax) this.#sources.delete(this.#sources.keys().next().value!);
  }
}
