import type { Tone } from './tone-watch.ts';

/** The tones of called and calling fax machines, with their shortest length (ITU-T T.30 §4). */
const faxTones = [
  { frequencyHz: 2100, lengthMs: 600 },
  { frequencyHz: 1100, lengthMs: 400 },
];
const faxDriftHz = 35;

/** Whether this is the tone of a fax machine, long enough to be sure. */
export function isFaxTone({ frequencyHz, startMs, endMs }: Tone): boolean {
  return faxTones.some(
    (fax) => Math.abs(fax.frequencyHz - frequencyHz) <= faxDriftHz && endMs - startMs >= fax.lengthMs,
  );
}
