import { isIP } from 'node:net';
import { srtpKeyBytes } from '../rtp/srtp-keys.ts';
import type { StreamParameters } from '../rtp/stream-parameters.ts';

/**
 * Optional parameters. By default the direction is `sendrecv`, and RTCP uses the port after that of RTP. Packets are
 * plain, payload types are the same both ways, and the peer is known to want audio.
 */
type Optional =
  | 'direction'
  | 'rtcpMux'
  | 'remoteRtcpPort'
  | 'srtp'
  | 'offeredPayloadType'
  | 'offeredTelephoneEventPayloadType'
  | 'signallingAddress'
  | 'isAcknowledged';

export type ConnectOptions = Omit<StreamParameters, Optional> & Partial<Pick<StreamParameters, Optional>>;

/** Returns the parameters with their defaults. Throws a RangeError for an invalid address, port, payload type or key. */
export function streamParameters(options: ConnectOptions): StreamParameters {
  const parameters: StreamParameters = {
    direction: 'sendrecv',
    rtcpMux: false,
    remoteRtcpPort: null,
    srtp: null,
    offeredPayloadType: options.payloadType,
    offeredTelephoneEventPayloadType: options.telephoneEventPayloadType,
    signallingAddress: null,
    isAcknowledged: true,
    ...options,
  };
  if (isIP(parameters.remoteAddress) === 0) throw new RangeError('`remoteAddress` must be an IP address');
  requireInteger('remote port', parameters.remotePort, 65_535);
  requireInteger('remote RTCP port', parameters.remoteRtcpPort ?? 0, 65_535);
  requireInteger('payload type', parameters.payloadType, 127);
  requireInteger('offered payload type', parameters.offeredPayloadType, 127);
  requireInteger(
    'offered telephone-event payload type',
    parameters.offeredTelephoneEventPayloadType ?? 0,
    127,
  );
  requireInteger('telephone-event payload type', parameters.telephoneEventPayloadType ?? 0, 127);
  for (const key of [parameters.srtp?.localKey, parameters.srtp?.remoteKey]) {
    if (key && key.length !== srtpKeyBytes)
      throw new RangeError(`SRTP keys must have ${srtpKeyBytes} octets`);
  }
  return parameters;
}

function requireInteger(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new RangeError(`the ${name} must be a whole number from 0 to ${max}`);
  }
}
