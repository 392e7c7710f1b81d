import { Fft } from '../media/index.ts';

/** The length of the transform: 20 ms at 8 kHz, padded with silence. */
const size = 256;
const used = 160;

const fft = new Fft(size);
/** A Hann window: a steady tone stays within two bins of its own. */
const window = Float64Array.from(
  { length: used },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (used - 1)),
);
const re = new Float64Array(size);
const im = new Float64Array(size);
const power = new Float64Array(size / 2);

/** Returns the strongest frequency of 20 ms at 8 kHz, and the share of the energy around it, from 0 to 1. */
export function strongestTone(frame: Int16Array): { frequencyHz: number; share: number } {
  re.fill(0);
  for (let n = 0; n < used; n++) re[n] = frame[n]! * window[n]!;
  im.fill(0);
  fft.transform(re, im);
  let total = 0;
  let best = 1;
  // Frequencies below 100 Hz are the hum of the line.
  for (let k = 3; k < size / 2; k++) {
    power[k] = re[k]! ** 2 + im[k]! ** 2;
    total += power[k]!;
    if (power[k]! > power[best]!) best = k;
  }
  if (total === 0) return { frequencyHz: 0, share: 0 };
  let near = 0;
  let weighted = 0;
  for (let k = Math.max(3, best - 3); k <= Math.min(size / 2 - 1, best + 3); k++) {
    near += power[k]!;
    weighted += power[k]! * k;
  }
  return { frequencyHz: (weighted / near) * (8000 / size), share: near / total };
}
