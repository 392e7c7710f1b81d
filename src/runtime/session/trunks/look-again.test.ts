import { beforeEach, expect, test } from 'vitest';
import { LookAgain } from './look-again.ts';

let nowMs: number;
let looks: (() => void)[];
let again: LookAgain;
beforeEach(() => {
  nowMs = 0;
  looks = [];
  again = new LookAgain(
    () => new Promise((resolve) => looks.push(() => resolve())),
    () => nowMs,
  );
});

test('who asks while a look is under way waits for the next one, with all others', async () => {
  const first = again.ask('a');
  const [second, third] = [again.ask('b'), again.ask('c')];
  expect([second, looks.length]).toEqual([third, 1]);
  looks[0]!();
  await first;
  await expect.poll(() => looks.length).toBe(2);
  looks[1]!();
  await third;
  expect(looks).toHaveLength(2);
});

test('the same one is looked for once in ten seconds', async () => {
  const first = again.ask('a');
  looks[0]!();
  await first;
  nowMs = 9_999;
  expect(again.ask('a')).toBeNull();
  nowMs = 10_000;
  expect(again.ask('a')).not.toBeNull();
});

test('a flood of askers costs two looks a second after the first five', async () => {
  let done = 0;
  for (let i = 0; i < 1_000; i++) {
    nowMs = i * 10;
    const look = again.ask(`scanner ${i}`);
    if (!look) continue;
    looks.at(-1)!();
    await look;
    done++;
  }
  expect(done).toBe(5 + 19);
});
