import { isIPv6, SocketAddress } from 'node:net';

/** Where packets are sent to and come from. */
export interface RtpAddress {
  address: string;
  port: number;
}

/** A second of audio. */
const formerPackets = 50;

/**
 * Symmetric RTP: packets go back to where the peer's come from, which behind a NAT is not what its SDP says.
 *
 * Three modes. **Open**: the first valid packet decides, whoever sent it. **Latched elsewhere**: that source is
 * not the signalled one; only it is heard, so nobody can talk into the call later, except that the address of the
 * SDP itself takes over for good when it speaks (whoever was quicker than it was an intruder, or a relay that
 * has gone). **Latched as signalled**: final until the signalling names another address. Who was heard before that is
 * then heard again only if nobody else speaks: the former party may go on for a moment.
 */
export class SourceLatch {
  readonly #isDualStack: boolean;
  #signalled: RtpAddress | null = null;
  #latched: RtpAddress | null = null;
  /** Who was heard before the signalling named another address, and how many packets of it are still passed over. */
  #former: RtpAddress | null = null;
  #passedOver = 0;

  /** `isDualStack`: the socket is of both families, and shows an IPv4 address within IPv6 (RFC 4291 §2.5.5.2). */
  constructor(isDualStack = false) {
    this.#isDualStack = isDualStack;
  }

  /** Takes the address of a new SDP; the latch opens if it differs from the one before, and then this is true. */
  signal({ address, port }: RtpAddress): boolean {
    const remote = { address: this.#canonical(address), port };
    if (this.#signalled && same(this.#signalled, remote.address, remote.port)) return false;
    this.#signalled = remote;
    this.#former = this.#latched ?? this.#former;
    this.#passedOver = formerPackets;
    this.#latched = null;
    return true;
  }

  /** Whether a valid packet from this source is to be heard, latching to it where the mode allows. */
  accept(address: string, port: number): boolean {
    if (this.#latched && same(this.#latched, address, port)) return true;
    // Nothing can be sent to port 0, which only a forged datagram comes from.
    if (!this.#signalled || port === 0) return false;
    const isSignalled = same(this.#signalled, address, port);
    if (this.#latched && !isSignalled) return false;
    const isFormer = this.#former !== null && same(this.#former, address, port);
    if (isFormer && !isSignalled && this.#passedOver-- > 0) return false;
    this.#latched = { address, port };
    return true;
  }

  /** Where to send to, as the socket writes it: the latched source, else what was signalled, else nowhere yet. */
  get destination(): RtpAddress | null {
    return this.#latched ?? this.#signalled;
  }

  /** The address as the socket tells it: an IPv6 address can be written in several ways. */
  #canonical(address: string): string {
    if (isIPv6(address)) return new SocketAddress({ address, family: 'ipv6' }).address;
    return this.#isDualStack ? `::ffff:${address}` : address;
  }
}

function same(known: RtpAddress, address: string, port: number): boolean {
  return known.port === port && known.address === address;
}
