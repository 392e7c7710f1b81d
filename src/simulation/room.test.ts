import { expect, test } from 'vitest';
import { noise } from '../../test/audio/signals.ts';
import { levelDb } from './level.ts';
import { Room } from './room.ts';

const frame = () => new Int16Array(160);

test('a recording plays again and again at its level, also at 16 kHz', () => {
  for (const sampleRateHz of [8_000, 16_000]) {
    const room = new Room();
    room.set({ background: { pcm: noise(1, 200), levelDb: -40 } });
    const once = new Int16Array(sampleRateHz / 5);
    const again = new Int16Array(sampleRateHz / 5);
    room.addTo(once, sampleRateHz);
    room.addTo(again, sampleRateHz);
    expect(levelDb(once)).toBeGreaterThan(-44);
    expect(levelDb(once)).toBeLessThan(-38);
    expect(again).toEqual(once);
  }
});

test('the other side is heard again after the delay, quieter, until the echo ends', () => {
  const room = new Room();
  room.set({ echo: { belowDb: 20, delayMs: 40 } });
  const said = noise(2, 20);
  const sent = [0, 1, 2, 3].map((tick) => {
    room.hear(tick === 0 ? said : frame(), 8_000);
    const pcm = frame();
    room.addTo(pcm, 8_000);
    return pcm;
  });
  expect(sent.map((pcm) => pcm.some((sample) => sample !== 0))).toEqual([false, false, true, false]);
  expect(levelDb(said) - levelDb(sent[2]!)).toBeCloseTo(20, 1);
  room.set({ echo: null });
  expect(room.isQuiet).toBe(true);
});

test('a silent recording is refused', () => {
  const background = { pcm: frame(), levelDb: -40 };
  expect(() => new Room().set({ background })).toThrow('the recording of the background is silent');
});
