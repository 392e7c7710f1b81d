import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { applyGain } from './pcm.ts';
import { resample, toTelephoneRate } from './resample.ts';

const halve = (pcm: Int16Array) => resample(pcm, 16_000, 8_000);

/** Returns the level of the middle of a signal, in decibels of full scale. */
function levelDb(pcm: Int16Array): number {
  const middle = pcm.subarray(100, -100);
  const energy = middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length;
  return 10 * Math.log10(energy / 32_768 ** 2 + 1e-12);
}

test.each([100, 1_000, 2_000, 3_000])('a tone of %i Hz keeps its level and position', (frequencyHz) => {
  const halved = halve(tone(frequencyHz, 500, 8_000, 16_000));
  const expected = tone(frequencyHz, 500, 8_000, 8_000);
  expect(halved.length).toBe(expected.length);
  expect(levelDb(halved) - levelDb(expected)).toBeCloseTo(0, 1);
  expect(correlate(halved, expected)).toMatchObject({ lag: 0 });
});

test.each([5_000, 6_000, 7_500])('a tone of %i Hz is filtered at 8 kHz', (frequencyHz) => {
  const original = tone(frequencyHz, 500, 8_000, 16_000);
  expect(levelDb(halve(original))).toBeLessThan(levelDb(original) - 50);
});

test('a constant passes unchanged, an odd length is rounded up, full scale does not wrap round', () => {
  const constant = new Int16Array(401).fill(32_767);
  const halved = halve(constant);
  expect(halved.length).toBe(201);
  expect(new Set(halved.subarray(20, 180))).toEqual(new Set([32_767]));
  expect(Math.min(...halved)).toBeGreaterThan(0);
});

test('any rate becomes telephone audio, and invalid rates are refused', () => {
  const pcm = noise(1, 20);
  expect(toTelephoneRate(pcm, 8_000)).toBe(pcm);
  expect(toTelephoneRate(pcm, 16_000).length).toBe(pcm.length / 2);
  expect(toTelephoneRate(pcm, 48_000).length).toBe(Math.ceil(pcm.length / 6));
  for (const rate of [0, -8_000, 0.5]) expect(() => toTelephoneRate(pcm, rate)).toThrow(RangeError);
});

test('gain is in decibels and clips', () => {
  expect([...applyGain(Int16Array.of(100, -100, 30_000, -30_000), 6.0206)]).toEqual([
    200, -200, 32_767, -32_768,
  ]);
  expect([...applyGain(Int16Array.of(1_000), -20)]).toEqual([100]);
});
