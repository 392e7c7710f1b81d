import type { AudioCodec } from '../codec/codecs.ts';
import type { SrtpParameters } from './srtp-keys.ts';

/** The outcome of offer and answer (RFC 3264), as this side sees it. */
export interface StreamParameters {
  /** An IP address. `0.0.0.0` and `::` mean that nothing may be sent (hold as in RFC 2543). */
  remoteAddress: string;
  remotePort: number;
  codec: AudioCodec;
  /** The peer's payload types of `codec` and telephone events, which are sent. */
  payloadType: number;
  telephoneEventPayloadType: number | null;
  /** Our payload types of both, which should be received (RFC 3264 §5.1). */
  offeredPayloadType: number;
  offeredTelephoneEventPayloadType: number | null;
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  /** Whether RTCP shares the port of RTP (RFC 5761), both ways. */
  rtcpMux: boolean;
  /** The peer's port for RTCP without `rtcpMux`: `a=rtcp` (RFC 3605), or `null` for the port after that of RTP. */
  remoteRtcpPort: number | null;
  /** The IP address of the peer's signalling, which its audio may come from too; `null` when it is unknown. */
  signallingAddress: string | null;
  /**
   * Whether the peer has shown that it wants audio. A forged description may name any address, so hardly anything is sent
   * until then, or until a packet comes from there.
   */
  isAcknowledged: boolean;
  /** The keys of SRTP (RFC 3711); `null` for plain RTP. */
  srtp: SrtpParameters | null;
}

/** Whether nothing may be sent or expected, in any direction. */
function isHeld({ remoteAddress, remotePort }: StreamParameters): boolean {
  return remotePort === 0 || remoteAddress === '0.0.0.0' || remoteAddress === '::';
}

/** Whether this side may send. */
export function sends(parameters: StreamParameters): boolean {
  const { direction } = parameters;
  return !isHeld(parameters) && (direction === 'sendrecv' || direction === 'sendonly');
}

/** Whether the other side is expected to send. */
export function receives(parameters: StreamParameters): boolean {
  const { direction } = parameters;
  return !isHeld(parameters) && (direction === 'sendrecv' || direction === 'recvonly');
}
