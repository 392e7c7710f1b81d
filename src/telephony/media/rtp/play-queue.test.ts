import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlayQueue } from './play-queue.ts';

const frame = new Int16Array(160);

/** Returns how many samples of `value` the frame begins with; all others must be silent. */
function samplesOf(value: number): number {
  const count = frame.findLastIndex((sample) => sample !== 0) + 1;
  expect(new Set(frame.subarray(0, count))).toEqual(new Set(count > 0 ? [value] : []));
  return count;
}

test('a piece is cut into ticks, and silence pads the last one', () => {
  const queue = new PlayQueue();
  queue.push(1, new Int16Array(400).fill(7));
  frame.fill(99);
  expect(queue.take(frame, 1_000)).toEqual([]);
  expect(samplesOf(7)).toBe(160);
  expect(queue.take(frame, 1_020)).toEqual([]);
  expect(queue.take(frame, 1_040)).toEqual([
    { id: 1, playback: { startMs: 1_000, endMs: 1_050, playedMs: 50, completed: true } },
  ]);
  expect(samplesOf(7)).toBe(80);
  expect(queue.take(frame, 1_060)).toEqual([]);
  expect(samplesOf(7)).toBe(0);
});

test('a signal in arbitrary pieces comes out whole, and each piece reports its position', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 }), (lengths) => {
      const queue = new PlayQueue();
      const signal: number[] = [];
      const expected = lengths.map((length, id) => {
        const pcm = Int16Array.from({ length }, (_, n) => 1 + ((signal.length + n) % 30_000));
        const startMs = signal.length / 8;
        signal.push(...pcm);
        queue.push(id, pcm);
        return {
          id,
          playback: { startMs, endMs: startMs + length / 8, playedMs: length / 8, completed: true },
        };
      });
      const taken: number[] = [];
      const finished = [];
      while (taken.length <= signal.length) {
        finished.push(...queue.take(frame, taken.length / 8));
        taken.push(...frame);
      }
      expect(finished).toEqual(expected);
      expect(taken.slice(0, signal.length)).toEqual(signal);
      expect(taken.slice(signal.length).every((sample) => sample === 0)).toBe(true);
    }),
  );
});

test('ticks that pass without sending lengthen a piece and lose nothing of it', () => {
  const queue = new PlayQueue();
  queue.push(1, new Int16Array(320).fill(7));
  queue.take(frame, 0);
  expect(queue.take(frame, 500)[0]?.playback).toEqual({
    startMs: 0,
    endMs: 520,
    playedMs: 40,
    completed: true,
  });
});

test('clearing reports how much of each piece was played, and empties the queue', () => {
  const queue = new PlayQueue();
  queue.push(1, new Int16Array(800).fill(7));
  queue.push(2, new Int16Array(800).fill(8));
  queue.take(frame, 0);
  expect(queue.clear(20)).toEqual([
    { id: 1, playback: { startMs: 0, endMs: 20, playedMs: 20, completed: false } },
    { id: 2, playback: { startMs: 20, endMs: 20, playedMs: 0, completed: false } },
  ]);
  expect(queue.take(frame, 40)).toEqual([]);
  expect(samplesOf(8)).toBe(0);
});

test('a stopped piece fades out in the next tick only, and its rest fades in', () => {
  for (const [atMs, first] of [
    [20, 1000],
    [40, 0],
  ] as const) {
    const queue = new PlayQueue();
    queue.push(1, new Int16Array(800).fill(1000));
    queue.take(frame, 0);
    queue.clear(20);
    queue.take(frame, atMs);
    expect(frame[0]).toBe(first);
    expect(steps(frame)).toBeLessThanOrEqual(25);
    expect(frame.subarray(40).every((sample) => sample === 0)).toBe(true);
    queue.push(2, new Int16Array(160).fill(1000));
    queue.take(frame, atMs + 20);
    expect(frame[0]).toBe(0);
    expect(steps(frame)).toBeLessThanOrEqual(25);
    expect(frame.subarray(40).every((sample) => sample === 1000)).toBe(true);
  }
});

/** Returns the largest step between two samples. */
function steps(pcm: Int16Array): number {
  return Math.max(...pcm.subarray(1).map((sample, n) => Math.abs(sample - pcm[n]!)));
}
