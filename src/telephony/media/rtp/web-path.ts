import { datagramKind } from '../ice/datagram-kind.ts';
import { IceLite, type IceParameters } from '../ice/ice-lite.ts';
import type { PacketSender } from './flood-guard.ts';
import type { RtpAddress } from './source-latch.ts';

interface WebPathEvents {
  /** The peer has nominated an address, the first or another one. */
  selected(address: RtpAddress): void;
  /** A datagram of the peer's DTLS. */
  dtls(datagram: Buffer): void;
}

/**
 * The way to a WebRTC peer over the socket of its call. Connectivity checks and DTLS arrive beside RTP and RTCP (RFC 7983).
 * Only addresses that answered for the call's password may send DTLS.
 */
export class WebPath {
  readonly #ice: IceLite;
  readonly #sender: PacketSender;
  readonly #events: WebPathEvents;
  #dtlsSource: RtpAddress | null = null;

  constructor(parameters: IceParameters, sender: PacketSender, events: WebPathEvents) {
    this.#ice = new IceLite(parameters);
    this.#sender = sender;
    this.#events = events;
  }

  /** Takes a datagram. Returns `media` for RTP and RTCP, which others take, and `foreign` for one that the peer has not sent. */
  take(datagram: Buffer, { address, port }: RtpAddress): 'taken' | 'media' | 'foreign' {
    const kind = datagramKind(datagram);
    if (kind === 'media') return 'media';
    const source = { address, port };
    if (kind === 'stun') return this.#takeCheck(datagram, source);
    if (kind !== 'dtls' || !this.#ice.isValid(source)) return 'foreign';
    this.#dtlsSource = source;
    this.#events.dtls(datagram);
    return 'taken';
  }

  #takeCheck(datagram: Buffer, source: RtpAddress): 'taken' | 'foreign' {
    const before = this.#ice.selected;
    const response = this.#ice.receive(datagram, source);
    if (!response) return 'foreign';
    this.#sender.send(response, source.port, source.address);
    const now = this.#ice.selected;
    if (now && (before?.address !== now.address || before.port !== now.port)) this.#events.selected(now);
    return 'taken';
  }

  /** Sends a datagram of DTLS to the peer. It is dropped while no address of the peer is known. */
  sendDtls(datagram: Buffer): void {
    const to = this.#ice.selected ?? this.#dtlsSource;
    if (to) this.#sender.send(datagram, to.port, to.address);
  }
}
