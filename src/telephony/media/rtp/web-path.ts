import { datagramKind } from '../ice/datagram-kind.ts';
import { IceLite, type IceParameters } from '../ice/ice-lite.ts';
import type { PacketSender } from './flood-guard.ts';
import type { RtpAddress } from './source-latch.ts';
import type { StreamParameters } from './stream-parameters.ts';

interface WebPathEvents {
  /** The peer has nominated an address, the first or another one. */
  selected(address: RtpAddress): void;
  /** A datagram of the peer's DTLS. */
  dtls(datagram: Buffer): void;
}

/** What the path makes of a datagram. Only a check is a sign of life (RFC 7675 §5.1), because anyone can forge DTLS. */
type Taken = 'checked' | 'dtls' | 'media' | 'foreign';

/** A handshake has about ten datagrams, all below the MTU of Ethernet. The thread that controls calls reads each of them. */
const dtlsBytesMax = 2048;
const dtlsPerSecondMax = 50;

/**
 * The way to a WebRTC peer over the socket of its call. Connectivity checks and DTLS arrive beside RTP and RTCP (RFC 7983).
 * Only addresses from which a check with the call's password came may send anything else.
 */
export class WebPath {
  readonly #ice: IceLite;
  readonly #sender: PacketSender;
  readonly #events: WebPathEvents;
  #dtlsSource: RtpAddress | null = null;
  /** The second in which DTLS was counted last, and its datagrams. */
  #dtlsSecond = 0;
  #dtlsCount = 0;

  constructor(parameters: IceParameters, sender: PacketSender, events: WebPathEvents) {
    this.#ice = new IceLite(parameters);
    this.#sender = sender;
    this.#events = events;
  }

  /** Where the peer is: the address that it has nominated last. */
  get remote(): Pick<StreamParameters, 'remoteAddress' | 'remotePort'> | null {
    const { selected } = this.#ice;
    return selected && { remoteAddress: selected.address, remotePort: selected.port };
  }

  /** Takes a datagram. Returns `media` for RTP and RTCP, which others take, and `foreign` for one that is dropped. */
  take(datagram: Buffer, { address, port }: RtpAddress, nowMs: number): Taken {
    const kind = datagramKind(datagram);
    const source = { address, port };
    if (kind === 'stun') return this.#takeCheck(datagram, source);
    if (kind === 'unknown' || !this.#ice.isValid(source)) return 'foreign';
    if (kind === 'media') return 'media';
    if (datagram.length > dtlsBytesMax || this.#isTooMuchDtls(nowMs)) return 'foreign';
    this.#dtlsSource = source;
    this.#events.dtls(datagram);
    return 'dtls';
  }

  #isTooMuchDtls(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.#dtlsSecond) this.#dtlsCount = 0;
    this.#dtlsSecond = second;
    return ++this.#dtlsCount > dtlsPerSecondMax;
  }

  #takeCheck(datagram: Buffer, source: RtpAddress): 'checked' | 'foreign' {
    const before = this.#ice.selected;
    const response = this.#ice.receive(datagram, source);
    if (!response) return 'foreign';
    this.#sender.send(response, source.port, source.address);
    const now = this.#ice.selected;
    if (now && (before?.address !== now.address || before.port !== now.port)) this.#events.selected(now);
    return 'checked';
  }

  /** Sends a datagram of DTLS to the peer. It is dropped while no address of the peer is known. */
  sendDtls(datagram: Buffer): void {
    const to = this.#ice.selected ?? this.#dtlsSource;
    if (to) this.#sender.send(datagram, to.port, to.address);
  }
}
