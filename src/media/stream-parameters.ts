import type { AudioCodec } from './codecs.ts';
import type { SrtpParameters } from './srtp-keys.ts';

/** What the offer and answer have agreed on (RFC 3264), as this side sees it. */
export interface StreamParameters {
  /** An IP address; `0.0.0.0` and `::` mean that nothing is to be sent (hold as in RFC 2543). */
  remoteAddress: string;
  remotePort: number;
  codec: AudioCodec;
  /** The payload type of `codec`, both ways. */
  payloadType: number;
  telephoneEventPayloadType: number | null;
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  /** Whether RTCP shares the port of RTP (RFC 5761), both ways. */
  rtcpMux: boolean;
  /** Where the peer takes RTCP without that: `a=rtcp` (RFC 3605), or null for the port after that of RTP. */
  remoteRtcpPort: number | null;
  /** What the packets are protected by (RFC 3711); null for plain RTP. */
  srtp: SrtpParameters | null;
}

/** Whether nothing is to be sent or expected, whatever the direction says. */
export function isHeld({ remoteAddress, remotePort }: StreamParameters): boolean {
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
