import { parseSdp, type SessionDescription } from './sdp.ts';
import { type LocalAudio, refusedSection, renderDescription } from './sdp-audio.ts';

/**
 * The answer to an offer within a call that switches the audio off (RFC 3264 §8.2), in which every section has port 0;
 * null for any other offer.
 */
export function answerSwitchedOff(offer: string, local: LocalAudio): string | null {
  const description = parseSdp(offer);
  if (!description || !hasAudioOff(description)) return null;
  return renderDescription(local, description.media.map(refusedSection));
}

/** Whether a description, an answer of the peer or an offer, leaves a call without audio. */
export function isSwitchedOff(text: string): boolean {
  const description = parseSdp(text);
  return description !== null && hasAudioOff(description);
}

function hasAudioOff({ media }: SessionDescription): boolean {
  const audio = media.filter(({ kind }) => kind === 'audio');
  return audio.length > 0 && audio.every(({ port }) => port === 0);
}
