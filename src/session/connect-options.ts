import type { AudioCodec, ConnectOptions } from '../media/index.ts';
import type { NegotiatedAudio, AudioCodec as SdpCodec } from '../sip/index.ts';

const codecs: Partial<Record<SdpCodec, AudioCodec>> = { PCMU: 'pcmu', PCMA: 'pcma', G722: 'g722' };

/** What offer and answer agreed on, as the media session takes it. */
export function connectOptions(audio: NegotiatedAudio): ConnectOptions {
  const codec = codecs[audio.codec];
  if (!codec) throw new Error(`no trunk offers ${audio.codec}`);
  return {
    remoteAddress: audio.remote.address,
    remotePort: audio.remote.port,
    codec,
    payloadType: audio.payloadType,
    telephoneEventPayloadType: audio.dtmfPayloadType,
    direction: audio.direction,
    rtcpMux: audio.rtcpMux,
    remoteRtcpPort: audio.rtcpPort,
    srtp: audio.srtp,
  };
}
