import type { Behaviour, Manners } from './behaviour.ts';

const sampleRateHz = 8000;
/** Special information tones (ITU-T E.180 §7), 24 dB below full scale. */
const tonesHz = [950, 1400, 1800];
const toneMs = 330;
const amplitude = 2_000;
const hangUpAfterMs = 2_000;

/** Returns the behaviour of the network for a number that it cannot connect: tones, an announcement, and the end. */
export function interceptManners({ announcement }: Extract<Behaviour, { kind: 'intercept' }>): Manners {
  return { says: [{ pcm: tones() }, announcement], hangUpAfterSayingMs: hangUpAfterMs };
}

function tones(): Int16Array {
  const perTone = (toneMs * sampleRateHz) / 1000;
  return Int16Array.from({ length: tonesHz.length * perTone }, (_, n) => {
    const hz = tonesHz[Math.floor(n / perTone)]!;
    return Math.round(amplitude * Math.sin((2 * Math.PI * hz * n) / sampleRateHz));
  });
}
