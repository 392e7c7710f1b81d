import { parseSdp, type SessionDescription } from './sdp.ts';
import {
  type LocalAudio,
  type NegotiatedAudio,
  type Negotiation,
  refusedSection,
  renderDescription,
} from './sdp-audio.ts';

/**
 * The answer to an offer within a call that switches the audio off (RFC 3264 §8.2), in which every section has port 0, and
 * what is left of `agreed`, which held before; null for any other offer.
 */
export function answerSwitchedOff(
  offer: string,
  local: LocalAudio,
  agreed: NegotiatedAudio,
): Extract<Negotiation, { ok: true }> | null {
  const description = parseSdp(offer);
  if (!description || !hasAudioOff(description)) return null;
  // Something else in place of the audio, such as a fax by T.38: who is refused that goes on with the audio.
  if (description.media.some(({ port }) => port !== 0)) return null;
  const sdp = renderDescription(local, description.media.map(refusedSection));
  return { ok: true, audio: switchedOff(agreed), sdp };
}

/** What is left of `agreed` by an answer of the peer that switches the audio off; null for any other answer. */
export function readSwitchedOff(answer: string, agreed: NegotiatedAudio): NegotiatedAudio | null {
  const description = parseSdp(answer);
  return description && hasAudioOff(description) ? switchedOff(agreed) : null;
}

/** As on hold, and to no port, until the other side has audio again. */
function switchedOff(agreed: NegotiatedAudio): NegotiatedAudio {
  return { ...agreed, remote: { ...agreed.remote, port: 0 }, direction: 'inactive' };
}

function hasAudioOff({ media }: SessionDescription): boolean {
  const audio = media.filter(({ kind }) => kind === 'audio');
  return audio.length > 0 && audio.every(({ port }) => port === 0);
}
