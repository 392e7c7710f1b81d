import { type Fingerprint, payloadTypeOf, readWebSection, WebDescriptionError } from './web-section.ts';

/** What a browser offers for a call: one section of audio, its half of ICE, and the hash of its certificate. */
export interface WebOffer {
  mid: string;
  /** RFC 8839 §5.4. */
  ufrag: string;
  fingerprint: Fingerprint;
  opusPayloadType: number;
  /** The payload type of keys at the clock of Opus; `null` when the browser offers none. */
  dtmfPayloadType: number | null;
}

/** Reads a browser's offer (RFC 8829). Throws a WebDescriptionError for one that no call can use. */
export function readWebOffer(sdp: string): WebOffer {
  const section = readWebSection(sdp);
  const { mid, ufrag, fingerprint, setup } = section;
  if (setup !== 'actpass' && setup !== 'active') throw new WebDescriptionError('its a=setup must be actpass');
  const opusPayloadType = payloadTypeOf(section, 'opus/48000/2');
  if (opusPayloadType === null) throw new WebDescriptionError('it must offer Opus');
  const dtmfPayloadType = payloadTypeOf(section, 'telephone-event/48000');
  return { mid, ufrag, fingerprint, opusPayloadType, dtmfPayloadType };
}
