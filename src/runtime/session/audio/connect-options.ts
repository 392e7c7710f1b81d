import type { AudioCodec, ConnectOptions } from '../../../telephony/media/index.ts';
import type { NegotiatedAudio, AudioCodec as SdpCodec } from '../../../telephony/sip/index.ts';

const codecs: Record<SdpCodec, AudioCodec> = { PCMU: 'pcmu', PCMA: 'pcma', G722: 'g722', opus: 'opus' };

/** Returns the options of a media session for an agreement and the address of the signalling. */
export function connectOptions(audio: NegotiatedAudio, signallingAddress: string | null): ConnectOptions {
  return {
    remoteAddress: audio.remote.address,
    remotePort: audio.remote.port,
    codec: codecs[audio.codec],
    payloadType: audio.payloadType,
    telephoneEventPayloadType: audio.dtmfPayloadType,
    offeredPayloadType: audio.offeredPayloadType,
    offeredTelephoneEventPayloadType: audio.offeredDtmfPayloadType,
    signallingAddress,
    direction: audio.direction,
    rtcpMux: audio.rtcpMux,
    remoteRtcpPort: audio.rtcpPort,
    srtp: audio.srtp,
  };
}
