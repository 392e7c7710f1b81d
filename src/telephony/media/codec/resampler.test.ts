import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tone } from '../../../../test/audio/signals.ts';
import { Resampler } from '../index.ts';

const rates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];

function convert(fromHz: number, toHz: number, pieces: Int16Array[]): number[] {
  const resampler = new Resampler(fromHz, toHz);
  return [...pieces.map((piece) => resampler.push(piece)), resampler.flush()].flatMap((piece) => [...piece]);
}

it.each(rates)('a tone keeps its pitch and length from %i Hz to 8000 Hz', (rate) => {
  const output = convert(rate, 8000, [tone(440, 500, 8000, rate)]);
  const expected = tone(440, 500, 8000, 8000);
  expect(output).toHaveLength(4000);
  for (let i = 100; i < 3900; i++) expect(Math.abs(output[i]! - expected[i]!)).toBeLessThan(60);
});

it.each([16_000, 24_000, 48_000])('frequencies above 4 kHz are filtered from %i Hz', (rate) => {
  const output = convert(rate, 8000, [tone(5500, 500, 8000, rate)]).slice(100, -100);
  expect(Math.max(...output.map(Math.abs))).toBeLessThan(80);
});

it('8 kHz becomes 16 kHz', () => {
  const output = convert(8000, 16_000, [tone(1000, 200, 8000, 8000)]);
  const expected = tone(1000, 200, 8000, 16_000);
  for (let i = 100; i < 3100; i++) expect(Math.abs(output[i]! - expected[i]!)).toBeLessThan(60);
});

it('pieces of any length join without a seam', () => {
  const pcm = tone(700, 150, 9000, 24_000);
  const whole = convert(24_000, 8000, [pcm]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: pcm.length }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), pcm.length];
      const pieces = at.slice(1).map((end, i) => pcm.subarray(at[i], end));
      expect(convert(24_000, 8000, pieces)).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});

it('invalid rates are refused', () => {
  for (const rate of [0, -1, 1.5, Number.NaN]) expect(() => new Resampler(rate, 8000)).toThrow(RangeError);
});
