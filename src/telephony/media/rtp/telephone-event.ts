import { dtmfKeys } from '../analysis/dtmf-keys.ts';
import { sequenceDistance, timestampDistance } from './rtp-packet.ts';

/** A long event goes on in a new segment when its 16-bit duration is used up (RFC 4733 §2.5.1.3). */
const longestSegment = 0xffff;
/** A packet this far behind the newest is of a sender that began anew; one less far behind is late. */
const misorderMax = 100;
/** The number of sources that are kept apart; the one that was heard first is forgotten. */
const sourcesMax = 4;
/** The number of events of a source that are remembered, and for how many ticks after the last packet of each. */
const eventsMax = 64;
const rememberedTicks = 150;
/** A key waits for so many packets before it that are missing, and for so many ticks (100 ms) at most. */
const packetsBefore = 16;
const waitTicksMax = 5;
const allBefore = (1 << packetsBefore) - 1;

/** An event of which at least one packet has come. */
interface KnownEvent {
  event: number;
  timestamp: number;
  /** The lowest number that any of its packets had, counted on from 16 bits. */
  first: number;
  hasEnded: boolean;
  lastTick: number;
}

/** A key that is not reported yet. */
interface WaitingKey {
  digit: string;
  source: EventSource;
  event: KnownEvent;
  dueTick: number;
}

/** The packet that a payload came in. */
interface EventPacket {
  ssrc: number;
  sequenceNumber: number;
  timestamp: number;
}

/** The numbers of the packets of one source, and the events in them. */
class EventSource {
  readonly ssrc: number;
  readonly events: KnownEvent[] = [];
  /** The highest number so far, counted on from 16 bits, and which of the 32 up to it have come: bit 0 is the highest. */
  #highest: number;
  #arrived = 1;

  constructor(ssrc: number, sequenceNumber: number) {
    this.ssrc = ssrc;
    this.#highest = sequenceNumber;
  }

  /** Notes a packet; returns its number, counted on from 16 bits. */
  note(sequenceNumber: number): number {
    const ahead = sequenceDistance(sequenceNumber, this.#highest & 0xffff);
    if (ahead > 0 || ahead <= -misorderMax) {
      const isNear = ahead > 0 && ahead < 32;
      this.#arrived = isNear ? (this.#arrived << ahead) | 1 : 1;
      // A sender that began anew goes on behind what it sent before.
      this.#highest += ahead > 0 ? ahead : ahead + 0x10000;
      return this.#highest;
    }
    if (ahead > -32) this.#arrived |= 1 << -ahead;
    return this.#highest + ahead;
  }

  /** Whether all of the packets just before this number have come. */
  hasAllBefore(number: number): boolean {
    const behind = this.#highest - number + 1;
    return behind + packetsBefore > 32 || ((this.#arrived >>> behind) & allBefore) === allBefore;
  }
}

/**
 * Makes keys of RFC 4733 telephone-event payloads: each event of which any packet arrives is one key.
 *
 * All packets of an event carry the RTP timestamp of its beginning (§2.5.1.1), so a timestamp that is known says nothing
 * new: the packet is an update, one of the three copies of the end, or a late one. Any other timestamp is another event, in
 * whichever order the packets come. A key waits up to 100 ms while packets just before its first one are missing, because
 * they may be of the key before it. Events may have a source of their own beside that of the audio, and the timestamps
 * of a source may begin anew. Time is counted in ticks of 20 ms.
 */
export class TelephoneEventReceiver {
  readonly #sources = new Map<number, EventSource>();
  /** In the order in which they were pressed, those of another source in the order in which they came. */
  readonly #waiting: WaitingKey[] = [];

  /** Notes a packet without an event: while packets are missing, a key may be in them. */
  note(ssrc: number, sequenceNumber: number): void {
    const source = this.#sources.get(ssrc);
    if (source) source.note(sequenceNumber);
    else this.#add(ssrc, sequenceNumber);
  }

  /**
   * Takes the payload from `start` to `end` of `datagram`, which came before `tick`.
   *
   *      0                   1                   2                   3
   *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
   *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   *     |     event     |E|R| volume    |          duration             |
   *     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   */
  receive(packet: EventPacket, datagram: Uint8Array, start: number, end: number, tick: number): void {
    const { ssrc, sequenceNumber, timestamp } = packet;
    const source = this.#sources.get(ssrc) ?? this.#add(ssrc, sequenceNumber);
    const number = source.note(sequenceNumber);
    if (end - start < 4) return;
    const event = datagram[start]!;
    const hasEnded = (datagram[start + 1]! & 0x80) !== 0;
    const isRecent = (it: KnownEvent) => tick - it.lastTick < rememberedTicks;
    const known = source.events.find((it) => it.timestamp === timestamp && isRecent(it));
    if (known) {
      known.first = Math.min(known.first, number);
      known.hasEnded ||= hasEnded;
      known.lastTick = tick;
      return;
    }
    const heard = { event, timestamp, first: number, hasEnded, lastTick: tick };
    const isSegment = source.events.some((it) => isRecent(it) && areSegments(it, heard));
    source.events.push(heard);
    if (source.events.length > eventsMax) source.events.shift();
    const digit = dtmfKeys[event];
    if (digit === undefined || isSegment) return;
    const follower = this.#waiting.findIndex((it) => it.source === source && it.event.first > number);
    const at = follower < 0 ? this.#waiting.length : follower;
    this.#waiting.splice(at, 0, { digit, source, event: heard, dueTick: tick + waitTicksMax });
  }

  /** Takes the keys that can be reported at `tick`, in the order in which they were pressed. */
  take(tick: number): string {
    if (this.#waiting.length === 0) return '';
    const last = this.#waiting.findLastIndex(
      ({ source, event, dueTick }) => tick >= dueTick || source.hasAllBefore(event.first),
    );
    const taken = this.#waiting.splice(0, last + 1);
    return taken.map(({ digit }) => digit).join('');
  }

  #add(ssrc: number, sequenceNumber: number): EventSource {
    const source = new EventSource(ssrc, sequenceNumber);
    this.#sources.set(ssrc, source);
    if (this.#sources.size > sourcesMax) this.#sources.delete(this.#sources.keys().next().value!);
    return source;
  }
}

/** Whether the same key is held in both, one segment or several after the other. */
function areSegments(one: KnownEvent, other: KnownEvent): boolean {
  const [earlier, later] = one.first < other.first ? [one, other] : [other, one];
  const ahead = timestampDistance(later.timestamp, earlier.timestamp);
  return one.event === other.event && !earlier.hasEnded && ahead > 0 && ahead % longestSegment === 0;
}
