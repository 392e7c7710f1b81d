import type { AudioCodec } from '../codec/codecs.ts';
import type { SrtpParameters } from './srtp-keys.ts';

/** What the offer and answer have agreed on (RFC 3264), as this side sees it. */
export interface StreamParameters {
  /** An IP address; `0.0.0.0` and `::` mean that nothing is to be sent (hold as in RFC 2543). */
  remoteAddress: string;
  remotePort: number;
  codec: AudioCodec;
  /** The payload types that the peer has given `codec` and telephone events: what is sent has these. */
  payloadType: number;
  telephoneEventPayloadType: number | null;
  /** Those that we have given them, which what is received should have (RFC 3264 §5.1). */
  offeredPayloadType: number;
  offeredTelephoneEventPayloadType: number | null;
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  /** Whether RTCP shares the port of RTP (RFC 5761), both ways. */
  rtcpMux: boolean;
  /** Where the peer takes RTCP without that: `a=rtcp` (RFC 3605), or null for the port after that of RTP. */
  remoteRtcpPort: number | null;
  /** The IP address that the peer's signalling comes from, behind which its audio may be too; null where it is not known. */
  signallingAddress: string | null;
  /**
   * Whether the peer has shown that it wants to be sent to. A description alone may be forged, and name anybody: until
   * then, or until something comes from there, hardly anything is sent.
   */
  isAcknowledged: boolean;
  /** What the packets are protected by (RFC 3711); null for plain RTP. */
  srtp: SrtpParameters | null;
}

/** Whether nothing is to be sent or expected, whatever the direction says. */
function isHeld({ remoteAddress, remotePort }: StreamParameters): boolean {
  return remotePort === 0 || remoteAddress === '0.0.0.0' || remoteAddress === '::';
}

/** Whether this side is to send. */
export function sends(parameters: StreamParameters): boolean {
  const { direction } = parameters;
  return !isHeld(parameters) && (direction === 'sendrecv' || direction === 'sendonly');
}

/** Whether the other side is expected to send. */
export function receives(parameters: StreamParameters): boolean {
  const { direction } = parameters;
  return !isHeld(parameters) && (direction === 'sendrecv' || direction === 'recvonly');
}
