import { parseSdp, type SessionDescription } from './sdp.ts';
import {
  type LocalAudio,
  type NegotiatedAudio,
  type Negotiation,
  refusedSection,
  renderDescription,
} from './sdp-audio.ts';

/**
 * Answers an offer within a call that switches the audio off (RFC 3264 §8.2): every section has port 0.
 * Returns the answer and what remains of `agreed`, the audio before; `null` for any other offer.
 */
export function answerSwitchedOff(
  offer: string,
  local: LocalAudio,
  agreed: NegotiatedAudio,
): Extract<Negotiation, { ok: true }> | null {
  const description = parseSdp(offer);
  if (!description || !hasAudioOff(description)) return null;
  // Something else replaces the audio, such as a fax by T.38. A peer whose offer is rejected goes on with the
  // audio.
  if (description.media.some(({ port }) => port !== 0)) return null;
  const sdp = renderDescription(local, description.media.map(refusedSection));
  return { ok: true, audio: switchedOff(agreed), sdp };
}

/**
 * Returns what remains of `agreed` after an answer that switches the audio off; `null` for any other answer.
 */
export function readSwitchedOff(answer: string, agreed: NegotiatedAudio): NegotiatedAudio | null {
  const description = parseSdp(answer);
  return description && hasAudioOff(description) ? switchedOff(agreed) : null;
}

/** As on hold and without a port, until the other side has audio again. */
function switchedOff(agreed: NegotiatedAudio): NegotiatedAudio {
  return { ...agreed, remote: { ...agreed.remote, port: 0 }, direction: 'inactive' };
}

function hasAudioOff({ media }: SessionDescription): boolean {
  const audio = media.filter(({ kind }) => kind === 'audio');
  return audio.length > 0 && audio.every(({ port }) => port === 0);
}
