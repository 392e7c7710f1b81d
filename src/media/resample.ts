import { telephoneRateHz } from './pcm.ts';

const tapsPerSide = 15;
const kaiserBeta = 5.5;

/** The modified Bessel function of the first kind and order zero, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 30; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * The taps of a half-band low-pass at odd distances 1, 3 … 15 from its middle: a Kaiser-windowed sinc with its
 * edge at a quarter of the sampling rate. Of its 31 taps all at even distances are zero except the middle one,
 * which is a half; the others are scaled so that a constant passes unchanged.
 */
function makeTaps(): Float64Array {
  const taps = new Float64Array((tapsPerSide + 1) / 2);
  for (let i = 0; i < taps.length; i++) {
    const distance = 2 * i + 1;
    const window = besselI0(kaiserBeta * Math.sqrt(1 - (distance / (tapsPerSide + 1)) ** 2));
    const sinc = Math.sin((Math.PI * distance) / 2) / (Math.PI * distance);
    taps[i] = (sinc * window) / besselI0(kaiserBeta);
  }
  const sum = taps.reduce((total, tap) => total + 2 * tap, 0);
  return taps.map((tap) => (tap * 0.5) / sum);
}

/** Of each side; the other side is the same. */
export const halfBandTaps = makeTaps();
const taps = halfBandTaps;

/**
 * Halves the sampling rate of a whole piece of audio, 16 kHz to 8 kHz, after filtering away what the lower rate
 * cannot hold. The filter is centred, so nothing is delayed; beyond both ends the audio counts as silent.
 */
export function halveSampleRate(pcm: Int16Array): Int16Array {
  const output = new Int16Array(Math.ceil(pcm.length / 2));
  for (let n = 0; n < output.length; n++) {
    const middle = 2 * n;
    let sum = 0.5 * pcm[middle]!;
    for (let i = 0; i < taps.length; i++) {
      const distance = 2 * i + 1;
      sum += taps[i]! * ((pcm[middle - distance] ?? 0) + (pcm[middle + distance] ?? 0));
    }
    output[n] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
  return output;
}

/** 8 kHz audio of 8 or 16 kHz audio. Throws a RangeError for every other rate. */
export function toTelephoneRate(pcm: Int16Array, sampleRateHz: number): Int16Array {
  if (sampleRateHz === telephoneRateHz) return pcm;
  if (sampleRateHz === 2 * telephoneRateHz) return halveSampleRate(pcm);
  throw new RangeError(`cannot bring ${sampleRateHz} Hz audio to ${telephoneRateHz} Hz`);
}
