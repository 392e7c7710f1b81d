import { expect, it } from 'vitest';
import { heardTone } from './heard-tone.ts';
import { noise, tone } from './signals.ts';

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

it('finds a tone with a late packet, apart from that piece', () => {
  const late = joined(new Int16Array(800), tone(440, 1_010), new Int16Array(37), tone(440, 1_000));
  const { seconds, share } = heardTone(late, 440, 8_000);
  expect(seconds).toBeGreaterThan(1.85);
  expect(share).toBeGreaterThan(0.9);
});

it('does not find another tone, another speed, noise or silence', () => {
  for (const other of [tone(480, 1_000), tone(880, 1_000), noise(1, 1_000), new Int16Array(8_000)]) {
    expect(heardTone(other, 440, 8_000)).toEqual({ seconds: 0, share: 0 });
  }
});

it('does not find a tone with reversed packets, or with one in three missing', () => {
  const [backwards, holes] = [tone(440, 1_000), tone(440, 1_000)];
  for (let at = 0; at < 8_000; at += 160) {
    backwards.subarray(at, at + 160).reverse();
    if (at % 480 === 0) holes.fill(0, at, at + 160);
  }
  expect(heardTone(backwards, 440, 8_000).share).toBeLessThan(0.2);
  expect(heardTone(holes, 440, 8_000).share).toBeLessThan(0.2);
});
