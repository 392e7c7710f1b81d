import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { level } from '../../../../test/audio/line.ts';
import { tone } from '../../../../test/audio/signals.ts';
import { RateChange } from './rate-change.ts';

function inPieces(change: RateChange, pcm: Int16Array, length: number, factor: number): Int16Array {
  const out = new Int16Array(pcm.length * factor);
  const piece = new Int16Array(length * 2);
  for (let at = 0; at < pcm.length; at += length) {
    const count = change.push(pcm.subarray(at, at + length), length, piece);
    expect(count).toBe(length * factor);
    out.set(piece.subarray(0, count), at * factor);
  }
  return out;
}

test('a tone keeps its frequency and loudness both ways, in pieces of any length', () => {
  const [narrow, wide] = [tone(1_000, 300), tone(1_000, 300, 8_000, 16_000)];
  for (const length of [160, 80]) {
    const doubled = inPieces(new RateChange(8_000, 16_000), narrow, length, 2);
    expect(correlate(doubled, wide.subarray(0, 4_000)).coefficient).toBeGreaterThan(0.999);
    expect(level(doubled) / level(wide)).toBeCloseTo(1, 1);
    const halved = inPieces(new RateChange(16_000, 8_000), wide, length, 0.5);
    expect(correlate(halved, narrow.subarray(0, 2_000)).coefficient).toBeGreaterThan(0.999);
    expect(level(halved) / level(narrow)).toBeCloseTo(1, 1);
  }
});

test('frequencies above the lower rate are filtered', () => {
  const halved = inPieces(new RateChange(16_000, 8_000), tone(6_000, 300, 8_000, 16_000), 320, 0.5);
  expect(level(halved.subarray(100))).toBeLessThan(8_000 / 100);
});
