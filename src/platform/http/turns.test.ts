import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Blocks the main thread for this long, as a request would. */
function work(ms: number): void {
  const endsAtMs = performance.now() + ms;
  while (performance.now() < endsAtMs);
}

test('grants the first turn at once', () => {
  expect(new Turns().take('a')).toBeUndefined();
});

/** Runs the pending microtasks, as between two events of the loop. */
async function microtasks(): Promise<void> {
  for (let i = 0; i < 5; i++) await null;
}

test('makes a single request wait for one turn of each other organization', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const asked: Promise<void>[] = [];
  const ask = async (organization: string) => {
    const request = async () => {
      await turns.take(organization);
      work(5);
      order.push(organization);
    };
    asked.push(request());
    await microtasks();
  };
  for (let i = 0; i < 20; i++) await ask('busy');
  for (let i = 0; i < 3; i++) await ask('other');
  await ask('quiet');
  await Promise.all(asked);
  // The first continued at once; the others alternate.
  expect(order.slice(0, 4)).toEqual(['busy', 'busy', 'other', 'quiet']);
  expect(order.slice(4, 8)).toEqual(['busy', 'other', 'busy', 'other']);
  expect(order.filter((it) => it === 'busy')).toHaveLength(20);
});

test('lets the event loop run between turns', async () => {
  const turns = new Turns();
  let [done, rounds] = [0, 0];
  const asked: Promise<void>[] = [];
  for (let i = 0; i < 10; i++) {
    const request = async () => {
      await turns.take('busy');
      work(5);
      done++;
    };
    asked.push(request());
    await microtasks();
  }
  const look = () => {
    rounds++;
    if (done < 10) setTimeout(look, 0);
  };
  setTimeout(look, 0);
  await Promise.all(asked);
  expect(rounds).toBeGreaterThanOrEqual(8);
});
