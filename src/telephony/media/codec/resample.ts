import { telephoneRateHz } from './pcm.ts';
import { Resampler } from './resampler.ts';

/**
 * Converts a whole piece of audio to another sample rate, without a delay; both ends are padded with silence. Throws a
 * RangeError for an invalid rate.
 */
export function resample(pcm: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = new Resampler(fromHz, toHz);
  if (fromHz === toHz) return pcm;
  const head = resampler.push(pcm);
  const tail = resampler.flush();
  const whole = new Int16Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

export function toTelephoneRate(pcm: Int16Array, sampleRateHz: number): Int16Array {
  return resample(pcm, sampleRateHz, telephoneRateHz);
}
