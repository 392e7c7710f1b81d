import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { sequenceDistance } from './rtp-packet.ts';
import { SourceCandidates } from './source-candidates.ts';

/** Where packets are sent to and come from. */
export interface RtpAddress {
  address: string;
  port: number;
}

/** A valid packet of which it is asked whether its source is to be heard. */
interface SourcePacket {
  ssrc: number;
  sequenceNumber: number;
}

/** A second of audio. */
const formerPackets = 50;
/** A source that is silent for so long may have got another port by the address translation it is behind. */
const silentMs = 1_000;
/** So far its sequence numbers may have gone on meanwhile: a minute of packets. */
const goneOnMax = 3_000;
/** Who has sent fewer and then nothing was a scanner, or the end of another call. */
const provenPackets = 10;

/**
 * Symmetric RTP: packets go back to where the peer's come from, which behind a NAT is not what its SDP says (RFC 7362).
 *
 * The address and port of the SDP are heard at once and for good. Until they speak, so is the first source whose host
 * is that of the SDP or that the signalling comes from, or whose packets only the peer can have protected; and only
 * where none of these has spoken, a stranger who has sent several packets of one stream in sequence. A stranger is left
 * when one of those hosts sends as many. Whoever is latched to keeps others out while it sends. After it has fallen
 * silent, its stream is followed to another address and port, known by its SSRC and sequence numbers or by its key;
 * and another stream of those hosts is heard in its place, or of a stranger where it had hardly sent anything.
 *
 * Another address in the signalling opens the latch. Who was heard before that is then heard again only if
 * nobody else speaks: the former party may go on for a moment.
 */
export class SourceLatch {
  readonly #isDualStack: boolean;
  readonly #strangers = new SourceCandidates();
  #signalled: RtpAddress | null = null;
  #signallingHost: string | null = null;
  #latched: RtpAddress | null = null;
  #isStranger = false;
  /** The stream that is heard, when it last was, and how many packets its source has sent. */
  #ssrc = 0;
  #sequenceNumber = 0;
  #heardAtMs = 0;
  #heard = 0;
  /** Who was heard before the signalling named another address, and how many packets of it are still passed over. */
  #former: RtpAddress | null = null;
  #passedOver = 0;

  /** `isDualStack`: the socket is of both families, and shows an IPv4 address within IPv6 (RFC 4291 §2.5.5.2). */
  constructor(isDualStack = false) {
    this.#isDualStack = isDualStack;
  }

  /**
   * Takes the address of a new SDP, and the host that it came from; the latch opens if the address differs from the one
   * before, and then this is true. An address that only says that the call is on hold (RFC 3264 §8.4) is nobody's.
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
   * Whether a valid packet from this source is to be heard, latching to it where that is allowed. `isAuthentic`: it was
   * protected by the key of this call (SRTP), which nobody but the peer has.
   */
  accept(address: string, port: number, packet: SourcePacket, nowMs: number, isAuthentic: boolean): boolean {
    const isLatched = this.#latched !== null && same(this.#latched, address, port);
    if (!isLatched) {
      // Nothing can be sent to port 0, which only a forged datagram comes from.
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

  /**
   * Whether nothing from this source is to be heard now, whatever it sends: told by its address alone, so that a flood
   * costs little.
   */
  keepsOut({ address, port }: RtpAddress, nowMs: number): boolean {
    if (!this.#latched || same(this.#latched, address, port) || same(this.#signalled!, address, port))
      return false;
    // A packet of the former party is counted.
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

  /** Whether it is of the stream that has fallen silent. */
  #goesOn({ ssrc, sequenceNumber }: SourcePacket): boolean {
    const ahead = sequenceDistance(sequenceNumber, this.#sequenceNumber);
    return ssrc === this.#ssrc && ahead > 0 && ahead <= goneOnMax;
  }

  #isKnownHost(address: string): boolean {
    return address === this.#signalled?.address || address === this.#signallingHost;
  }

  /** Where to send to, as the socket writes it: the latched source, else what was signalled, else nowhere yet. */
  get destination(): RtpAddress | null {
    return this.#latched ?? this.#signalled;
  }

  /** Whether that is where packets are sent to. */
  leadsTo({ address, port }: RtpAddress): boolean {
    return this.destination !== null && same(this.destination, address, port);
  }

  /** Whether what was latched to is the peer for sure: a host of the signalling, or who has the key. */
  get isCertain(): boolean {
    return this.#latched !== null && !this.#isStranger;
  }

  /** When the latched source was last heard. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** Whether something was heard from where packets are sent to. */
  get isLatched(): boolean {
    return this.#latched !== null;
  }

  /** The address as the socket tells it: an IPv6 address can be written in several ways. */
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
