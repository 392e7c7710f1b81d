import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { sequenceDistance } from './rtp-packet.ts';
import { SourceCandidates } from './source-candidates.ts';

export interface RtpAddress {
  address: string;
  port: number;
}

/** The header fields of a valid packet that identify its stream. */
interface SourcePacket {
  ssrc: number;
  sequenceNumber: number;
}

/** The packets of a former source that are skipped: a second of audio. */
const formerPackets = 50;
/** A source that is silent for this long may have got another port by its address translation. */
const silentMs = 1_000;
/** The largest step of its sequence numbers during the silence: a minute of packets. */
const goneOnMax = 3_000;
/** A source with fewer packets that fell silent was a scanner, or the end of another call. */
const provenPackets = 10;

/**
 * Symmetric RTP (RFC 7362): packets go back to the source of the peer's packets, which behind a NAT differs from its SDP.
 *
 * - The address and port of the SDP are heard at once and for good.
 * - Until it sends, the first source of a known host is heard at once too: the host of the SDP or of the signalling.
 *   So is a source whose packets have the key of the call.
 * - A stranger is heard when none of these has sent, after several packets of one stream in sequence. A known host that
 *   sends as many takes over.
 * - The latched source keeps others out while it sends. After it has fallen silent, its stream is followed to another
 *   address, by SSRC and sequence numbers or by its key. Another stream is heard in its place when it is of a known
 *   host, or when the source had hardly sent anything.
 *
 * Another address in the signalling opens the latch. The former source is then heard again only when no other source
 * sends, because the former party may continue for a moment.
 */
export class SourceLatch {
  readonly #isDualStack: boolean;
  readonly #strangers = new SourceCandidates();
  #signalled: RtpAddress | null = null;
  #signallingHost: string | null = null;
  #latched: RtpAddress | null = null;
  #isStranger = false;
  /** The stream that is heard, the time of its last packet, and the number of packets of its source. */
  #ssrc = 0;
  #sequenceNumber = 0;
  #heardAtMs = 0;
  #heard = 0;
  /** The source that was heard before the signalling named another address, and its packets that are still skipped. */
  #former: RtpAddress | null = null;
  #passedOver = 0;

  /** With `isDualStack`, the socket is of both families and shows an IPv4 address within IPv6 (RFC 4291 §2.5.5.2). */
  constructor(isDualStack = false) {
    this.#isDualStack = isDualStack;
  }

  /**
   * Takes the address of a new SDP, and the host that it came from. Opens the latch and returns true when the address
   * differs from the one before. A placeholder of a call on hold (RFC 3264 §8.4) is ignored.
   */
  signal({ address, port }: RtpAddress, signallingHost: string | null = null): boolean {
    if (signallingHost !== null) this.#signallingHost = this.#canonical(signallingHost);
    const before = this.#signalled;
    const remote = { address: this.#canonical(address), port };
    if (before && (isPlaceholder(remote) || same(before, remote.address, port))) return false;
    this.#signalled = remote;
    if (before && isPlaceholder(before)) return false;
    this.#former = this.#latched ?? this.#former;
    this.#passedOver = formerPackets;
    this.#latched = null;
    this.#strangers.clear();
    return true;
  }

  /**
   * Whether a valid packet from this source is heard; latches to the source when that is allowed. `isAuthentic` packets
   * have the key of this call (SRTP), which only the peer has.
   */
  accept(address: string, port: number, packet: SourcePacket, nowMs: number, isAuthentic: boolean): boolean {
    const isLatched = this.#latched !== null && same(this.#latched, address, port);
    if (!isLatched) {
      // Only forged datagrams come from port 0, which cannot be sent to.
      if (!this.#signalled || port === 0 || !this.#mayLatch(address, port, packet, nowMs, isAuthentic))
        return false;
      this.#latched = { address, port };
      this.#isStranger = !this.#isKnownHost(address) && !isAuthentic;
      this.#strangers.clear();
      if (packet.ssrc !== this.#ssrc) this.#heard = 0;
    }
    this.#heard++;
    this.#ssrc = packet.ssrc;
    this.#sequenceNumber = packet.sequenceNumber;
    this.#heardAtMs = nowMs;
    return true;
  }

  /** Whether any packet from this source is refused now. The address alone decides, so that a flood costs little. */
  keepsOut({ address, port }: RtpAddress, nowMs: number): boolean {
    if (!this.#latched || same(this.#latched, address, port) || same(this.#signalled!, address, port))
      return false;
    // Packets of the former source are counted by `accept`.
    if (this.#former && same(this.#former, address, port)) return false;
    if (this.#isStranger && this.#isKnownHost(address)) return false;
    return nowMs - this.#heardAtMs < silentMs;
  }

  #mayLatch(
    address: string,
    port: number,
    packet: SourcePacket,
    nowMs: number,
    isAuthentic: boolean,
  ): boolean {
    if (same(this.#signalled!, address, port)) return true;
    const isFormer = this.#former !== null && same(this.#former, address, port);
    if (isFormer && this.#passedOver-- > 0) return false;
    const isKnown = this.#isKnownHost(address);
    const isSure = () => this.#strangers.isSure(address, port, packet);
    if (!this.#latched) return isKnown || isAuthentic || isSure();
    if (this.#isStranger && isKnown) return isSure();
    if (nowMs - this.#heardAtMs < silentMs) return false;
    return isAuthentic || this.#goesOn(packet) || ((isKnown || this.#heard < provenPackets) && isSure());
  }

  /** Whether a packet continues the stream that has fallen silent. */
  #goesOn({ ssrc, sequenceNumber }: SourcePacket): boolean {
    const ahead = sequenceDistance(sequenceNumber, this.#sequenceNumber);
    return ssrc === this.#ssrc && ahead > 0 && ahead <= goneOnMax;
  }

  #isKnownHost(address: string): boolean {
    return address === this.#signalled?.address || address === this.#signallingHost;
  }

  /** The destination, as the socket writes it: the latched source, else the signalled address; `null` without either. */
  get destination(): RtpAddress | null {
    return this.#latched ?? this.#signalled;
  }

  leadsTo({ address, port }: RtpAddress): boolean {
    return this.destination !== null && same(this.destination, address, port);
  }

  /** Whether the latched source is the peer for sure: a known host, or a source with the key. */
  get isCertain(): boolean {
    return this.#latched !== null && !this.#isStranger;
  }

  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  get isLatched(): boolean {
    return this.#latched !== null;
  }

  /** Returns the address as the socket writes it, because an IPv6 address has several spellings. */
  #canonical(address: string): string {
    if (isIPv6(address)) return new SocketAddress({ address, family: 'ipv6' }).address;
    return this.#isDualStack && isIPv4(address) ? `::ffff:${address}` : address;
  }
}

function same(known: RtpAddress, address: string, port: number): boolean {
  return known.port === port && known.address === address;
}

function isPlaceholder({ address, port }: RtpAddress): boolean {
  return port === 0 || address === '0.0.0.0' || address === '::' || address === '::ffff:0.0.0.0';
}
