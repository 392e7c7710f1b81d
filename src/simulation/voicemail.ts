import type { Behaviour, Manners } from './behaviour.ts';

const sampleRateHz = 8000;
/** The beep of a typical answering machine. */
const beepHz = 1000;
const beepMs = 400;
const amplitude = 8_000;
/** The silence that ends a message. */
const silenceMs = 5_000;

/** Returns the behaviour of an answering machine: it greets, beeps and records. */
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

/** Returns a short silence, then the beep. */
function beep(): Int16Array {
  const pause = new Int16Array(sampleRateHz / 2);
  const tone = Int16Array.from({ length: (beepMs * sampleRateHz) / 1000 }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * beepHz * n) / sampleRateHz)),
  );
  const pcm = new Int16Array(pause.length + tone.length);
  pcm.set(tone, pause.length);
  return pcm;
}
