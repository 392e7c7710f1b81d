import { dtmfKeys } from '../analysis/dtmf-keys.ts';
import { sequenceDistance, timestampDistance } from './rtp-packet.ts';

/** The longest duration of a segment. A longer event continues in a new one (RFC 4733 §2.5.1.3). */
const longestSegment = 0xffff;
/** A packet this far behind the newest is of a sender that began anew; a nearer one is late. */
const misorderMax = 100;
/** The number of sources with a state of their own. The first one is dropped. */
const sourcesMax = 4;
/** The events that are remembered of a source: their number, and the ticks after the last packet of each. */
const eventsMax = 64;
const rememberedTicks = 150;
/** A key waits while any of this many packets before it is missing, for at most `waitTicksMax` (100 ms). */
const packetsBefore = 16;
const waitTicksMax = 5;
const allBefore = (1 << packetsBefore) - 1;

/** An event of which at least one packet has come. */
interface KnownEvent {
  event: number;
  timestamp: number;
  /** The lowest sequence number of its packets, extended beyond 16 bits. */
  first: number;
  hasEnded: boolean;
  lastTick: number;
}

interface WaitingKey {
  digit: string;
  source: EventSource;
  event: KnownEvent;
  dueTick: number;
}

interface EventPacket {
  ssrc: number;
  sequenceNumber: number;
  timestamp: number;
}

/** The sequence numbers and the events of one source. */
class EventSource {
  readonly ssrc: number;
  readonly events: KnownEvent[] = [];
  /** The highest sequence number, extended beyond 16 bits, and which of the 32 up to it have come: bit 0 is the highest. */
  #highest: number;
  #arrived = 1;

  constructor(ssrc: number, sequenceNumber: number) {
    this.ssrc = ssrc;
    this.#highest = sequenceNumber;
  }

  /** Notes a packet. Returns its sequence number, extended beyond 16 bits. */
  note(sequenceNumber: number): number {
    const ahead = sequenceDistance(sequenceNumber, this.#highest & 0xffff);
    if (ahead > 0 || ahead <= -misorderMax) {
      const isNear = ahead > 0 && ahead < 32;
      this.#arrived = isNear ? (this.#arrived << ahead) | 1 : 1;
      // The numbers of a sender that began anew continue behind those before.
      this.#highest += ahead > 0 ? ahead : ahead + 0x10000;
      return this.#highest;
    }
    if (ahead > -32) this.#arrived |= 1 << -ahead;
    return this.#highest + ahead;
  }

  /** Whether all packets just before this number have come. */
  hasAllBefore(number: number): boolean {
    const behind = this.#highest - number + 1;
    return behind + packetsBefore > 32 || ((this.#arrived >>> behind) & allBefore) === allBefore;
  }
}

/**
 * Turns RFC 4733 telephone-event payloads into keys. Each event of which any packet arrives is one key.
 *
 * All packets of an event carry the RTP timestamp of its beginning (§2.5.1.1). A packet with a known timestamp is
 * therefore an update, a copy of the end, or late. Any other timestamp is another event, whatever the order of packets.
 *
 * A key waits up to 100 ms while packets just before its first one are missing, as they may hold the key before it. Events
 * may have a source of their own, and the timestamps of a source may begin anew. Time is counted in ticks of 20 ms.
 */
export class TelephoneEventReceiver {
  readonly #sources = new Map<number, EventSource>();
  /** The keys of a source in the order in which they were pressed, and sources in the order of arrival. */
  readonly #waiting: WaitingKey[] = [];

  /** Notes a packet without an event, as a missing packet may hold a key. */
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

  /** Takes the keys that are ready at `tick`, in the order in which they were pressed. */
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

/** Whether both events are segments of one key press. */
function areSegments(one: KnownEvent, other: KnownEvent): boolean {
  const [earlier, later] = one.first < other.first ? [one, other] : [other, one];
  const ahead = timestampDistance(later.timestamp, earlier.timestamp);
  return one.event === other.event && !earlier.hasEnded && ahead > 0 && ahead % longestSegment === 0;
}
