import type { Behaviour, Manners } from './behaviour.ts';

const sampleRateHz = 8000;
/** The tone of most answering machines. */
const beepHz = 1000;
const beepMs = 400;
const amplitude = 8_000;
/** An answering machine takes so long a silence for the end of the message. */
const silenceMs = 5_000;

/** What an answering machine does: it greets, beeps, and records for a while. */
export function voicemailManners({
  greeting,
  recordsMs,
}: Extract<Behaviour, { kind: 'voicemail' }>): Manners {
  return {
    says: [greeting, { pcm: beep() }],
    hangUpWhenSilentForMs: silenceMs,
    hangUpAfterSayingMs: recordsMs,
  };
}

/** A breath of silence, then the tone. */
function beep(): Int16Array {
  const pause = new Int16Array(sampleRateHz / 2);
  const tone = Int16Array.from({ length: (beepMs * sampleRateHz) / 1000 }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * beepHz * n) / sampleRateHz)),
  );
  const pcm = new Int16Array(pause.length + tone.length);
  pcm.set(tone, pause.length);
  return pcm;
}
