import { join, mix, silence } from './line.ts';
import { noise, tone } from './signals.ts';

/** Sounds of the machines that answer telephones, at 8 kHz. */

/** Returns three tones of these frequencies and lengths, `gapMs` apart: special information tones. */
export function threeTones(
  frequencies: readonly number[] = [950, 1400, 1800],
  lengthsMs: readonly number[] = [330, 330, 330],
  { gapMs = 0, amplitude = 1_500 } = {},
): Int16Array {
  const tones = frequencies.map((hz, place) => tone(hz, lengthsMs[place]!, amplitude));
  return join(...tones.flatMap((one, place) => (place === 0 ? [one] : [silence(gapMs), one])));
}

const chords = [
  [220, 277.2, 329.6],
  [196, 246.9, 293.7],
  [174.6, 220, 261.6],
  [164.8, 207.7, 246.9],
];

/** Returns music: a chord every `beatMs`, a melody above it that moves twice as fast, and a beat of noise. */
export function music(durationMs: number, beatMs = 600): Int16Array {
  const beats = Array.from({ length: Math.ceil(durationMs / beatMs) }, (_, place) => {
    const chord = chords[(place >> 2) % chords.length]!;
    const melody = [0, 1].map((half) => fading(chord[(place + half * 2) % 3]! * 2, beatMs / 2, 1_800));
    const tones = chord.map((hz) => fading(hz, beatMs, 1_300));
    const drum = noise(place + 1, 40, place % 2 === 0 ? 1_500 : 600);
    return mix(join(...melody), ...tones, drum);
  });
  return join(...beats).subarray(0, durationMs * 8);
}

/** A note with two overtones that decays to a third. */
function fading(hz: number, durationMs: number, amplitude: number): Int16Array {
  const overtones = [1, 2, 3].map((times) => tone(hz * times, durationMs, amplitude / times ** 1.5));
  const note = mix(...overtones);
  return note.map((sample, n) => sample * (1 - (0.67 * n) / note.length));
}
