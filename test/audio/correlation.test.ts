import { expect, test } from 'vitest';
import { correlate } from './correlation.ts';
import { noise } from './signals.ts';

test('finds a signal at its position, at any loudness and under noise', () => {
  const signal = noise(1, 300);
  const recording = noise(2, 1_000, 400);
  for (let n = 0; n < signal.length; n++) recording[1_234 + n]! += Math.round(signal[n]! / 4);
  const found = correlate(recording, signal);
  expect(found.lag).toBe(1_234);
  expect(found.coefficient).toBeGreaterThan(0.95);
});

test('finds a signal with a missing beginning before the recording', () => {
  const signal = noise(1, 300);
  expect(correlate(signal.slice(500), signal).lag).toBe(-500);
  expect(correlate(signal, signal)).toEqual({ lag: 0, coefficient: expect.closeTo(1, 6) });
});

test('finds a short signal anywhere in a long recording', () => {
  const signal = noise(1, 100);
  for (const at of [0, 799, 2_500, 31_234, 39_200]) {
    const recording = noise(2, 5_000, 400);
    recording.set(signal, at);
    expect(correlate(recording, signal)).toEqual({ lag: at, coefficient: expect.closeTo(1, 6) });
  }
});

test('does not find an absent signal', () => {
  expect(correlate(noise(3, 1_000), noise(4, 1_000)).coefficient).toBeLessThan(0.2);
  expect(correlate(new Int16Array(8_000), noise(4, 1_000)).coefficient).toBe(0);
});
