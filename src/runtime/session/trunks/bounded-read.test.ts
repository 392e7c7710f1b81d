import { beforeEach, expect, test } from 'vitest';
import { BoundedRead } from './bounded-read.ts';

let nowMs: number;
let reads: (() => void)[];
let again: BoundedRead;
beforeEach(() => {
  nowMs = 0;
  reads = [];
  again = new BoundedRead(
    () => new Promise((resolve) => reads.push(() => resolve())),
    () => nowMs,
  );
});

test('requests during a read share the next read', async () => {
  const first = again.ask('a');
  const [second, third] = [again.ask('b'), again.ask('c')];
  expect([second, reads.length]).toEqual([third, 1]);
  reads[0]!();
  await first;
  await expect.poll(() => reads.length).toBe(2);
  reads[1]!();
  await third;
  expect(reads).toHaveLength(2);
});

test('allows one read in ten seconds for the same key', async () => {
  const first = again.ask('a');
  reads[0]!();
  await first;
  nowMs = 9_999;
  expect(again.ask('a')).toBeNull();
  nowMs = 10_000;
  expect(again.ask('a')).not.toBeNull();
});

test('allows two reads a second after the first five, whatever the number of keys', async () => {
  let done = 0;
  for (let i = 0; i < 1_000; i++) {
    nowMs = i * 10;
    const read = again.ask(`scanner ${i}`);
    if (!read) continue;
    reads.at(-1)!();
    await read;
    done++;
  }
  expect(done).toBe(5 + 19);
});
