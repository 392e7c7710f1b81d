import { expect, test } from 'vitest';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { cutOut, cuttableMs } from './time-compression.ts';

/** Returns the largest step from one sample to the next. */
function steepest(pcm: Int16Array): number {
  return pcm.reduce((most, sample, n) => (n === 0 ? 0 : Math.max(most, Math.abs(sample - pcm[n - 1]!))), 0);
}

test.each([8_000, 16_000])('whole periods of a tone are removed at %d Hz, and nothing clicks', (rateHz) => {
  for (const frequencyHz of [90, 140, 200, 310, 440]) {
    const whole = tone(frequencyHz, 100, 8_000, rateHz);
    const pcm = Int16Array.from(whole);
    const cut = cutOut(pcm, pcm.length, rateHz, 0.7);
    expect(cut / (rateHz / 1_000)).toBeGreaterThanOrEqual(5);
    expect(cut / (rateHz / 1_000)).toBeLessThanOrEqual(20);
    const periods = (cut * frequencyHz) / rateHz;
    expect(Math.abs(periods - Math.round(periods))).toBeLessThan(0.1);
    const left = pcm.subarray(0, pcm.length - cut);
    expect(steepest(left)).toBeLessThan(1.2 * steepest(whole));
    // The audio after the cut is unchanged.
    const after = (10 * rateHz) / 1_000;
    expect(left.subarray(after)).toEqual(whole.subarray(after + cut));
  }
});

test('noise stays unchanged unless any likeness is accepted', () => {
  const pcm = noise(4, cuttableMs);
  const whole = Int16Array.from(pcm);
  expect(cutOut(pcm, pcm.length, 8_000, 0.7)).toBe(0);
  expect(pcm).toEqual(whole);
  expect(cutOut(pcm, pcm.length, 8_000, 0)).toBeGreaterThan(0);
});
