import type { AudioCodec, ConnectOptions } from '../media/index.ts';
import type { NegotiatedAudio, AudioCodec as SdpCodec } from '../sip/index.ts';

const codecs: Record<SdpCodec, AudioCodec> = { PCMU: 'pcmu', PCMA: 'pcma', G722: 'g722', opus: 'opus' };

/** What offer and answer agreed on, as the media session takes it. */
export function connectOptions(audio: NegotiatedAudio): ConnectOptions {
  return {
    remoteAddress: audio.remote.address,
    remotePort: audio.remote.port,
    codec: codecs[audio.codec],
    payloadType: audio.payloadType,
    telephoneEventPayloadType: audio.dtmfPayloadType,
    direction: audio.direction,
    rtcpMux: audio.rtcpMux,
    remoteRtcpPort: audio.rtcpPort,
    srtp: audio.srtp,
  };
}
