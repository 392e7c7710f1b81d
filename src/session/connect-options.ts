import type { ConnectOptions } from '../media/index.ts';
import type { NegotiatedAudio } from '../sip/index.ts';

/** What offer and answer agreed on, as the media session takes it. */
export function connectOptions(audio: NegotiatedAudio): ConnectOptions {
  return {
    remoteAddress: audio.remote.address,
    remotePort: audio.remote.port,
    codec: audio.codec === 'PCMU' ? 'pcmu' : 'pcma',
    payloadType: audio.payloadType,
    telephoneEventPayloadType: audio.dtmfPayloadType,
    direction: audio.direction,
    rtcpMux: audio.rtcpMux,
    remoteRtcpPort: audio.rtcpPort,
    srtp: audio.srtp,
  };
}
