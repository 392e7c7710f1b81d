import { expect, it } from 'vitest';
import type { Playback } from '../../../telephony/media/index.ts';
import { listenerTo } from './bridge.ts';

const played: Playback = { startMs: 0, endMs: 20, playedMs: 20, completed: true };
const loud = new Int16Array(160).fill(4_000);
const quiet = new Int16Array(160).fill(40);

/** Returns the other line, which plays a piece when the test says so. */
function otherLine() {
  const waiting: ((playback: Playback) => void)[] = [];
  const keys: string[] = [];
  const listener = listenerTo(
    {
      sampleRateHz: 8_000,
      play: () => new Promise((resolve) => waiting.push(resolve)),
      async sendDtmf(digits) {
        keys.push(digits);
      },
    },
    () => 8_000,
  );
  const playOne = async () => {
    waiting.shift()?.(played);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { listener, waiting, keys, playOne };
}

it('drops quiet audio while the queue is long, and any audio when it is too long', async () => {
  const { listener, waiting, playOne } = otherLine();
  for (let n = 0; n < 20; n++) listener.audio(loud, n * 20);
  expect(waiting).toHaveLength(10);
  // As many pieces arrive as are played, so a lag would last.
  for (let n = 0; n < 20; n++) {
    await playOne();
    listener.audio(quiet, 400 + n * 20);
  }
  expect(waiting).toHaveLength(3);
  for (let n = 0; n < 20; n++) {
    await playOne();
    listener.audio(loud, 800 + n * 20);
  }
  expect(waiting).toHaveLength(3);
});

it('presses keys on the other line', () => {
  const { listener, keys } = otherLine();
  listener.digit('5');
  expect(keys).toEqual(['5']);
});
