import { telephoneRateHz } from './pcm.ts';
import { Resampler } from './resampler.ts';

/**
 * Brings a whole piece of audio from one sample rate to another; nothing is delayed, and beyond both ends the audio
 * counts as silent. Throws a RangeError for what is no rate.
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

/** 8 kHz audio of audio at any rate. */
export function toTelephoneRate(pcm: Int16Array, sampleRateHz: number): Int16Array {
  return resample(pcm, sampleRateHz, telephoneRateHz);
}
