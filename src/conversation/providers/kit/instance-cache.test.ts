import { expect, test } from 'vitest';
import { InstanceCache } from './instance-cache.ts';

function world(idleMax = 10, idleMs = 60_000) {
  const closed: string[] = [];
  const errors: unknown[] = [];
  const cache = new InstanceCache({ idleMs, idleMax, onError: (error) => errors.push(error) });
  const lease = (key: string) =>
    cache.lease(key, () => ({
      key,
      async [Symbol.asyncDispose]() {
        closed.push(key);
        if (key === 'bad') throw new Error('it does not close');
      },
    }));
  return { cache, lease, closed, errors };
}

test('shares an instance between users of one key, and keeps it for the next', () => {
  const { cache, lease, closed } = world();
  const [one, two, other] = [lease('a'), lease('a'), lease('b')];
  expect(two.instance).toBe(one.instance);
  expect(other.instance).not.toBe(one.instance);
  one.release();
  one.release();
  two.release();
  expect(lease('a').instance).toBe(one.instance);
  expect([cache.size, closed]).toEqual([2, []]);
});

test('keeps a limited number of idle instances, the newest', () => {
  const { cache, lease, closed } = world(2);
  const held = lease('held');
  for (const key of ['a', 'b', 'c', 'a', 'd']) lease(key).release();
  expect(closed).toEqual(['a', 'b', 'c']);
  expect(cache.size).toBe(3);
  held.release();
  expect(closed).toEqual(['a', 'b', 'c', 'a']);
});

test('closes an instance after its idle time', async () => {
  const { lease, closed, cache } = world(10, 20);
  lease('a').release();
  const held = lease('b');
  await expect.poll(() => closed).toEqual(['a']);
  expect(cache.size).toBe(1);
  held.release();
});

test('closes everything even when one instance fails', async () => {
  const { cache, lease, closed, errors } = world();
  const held = lease('bad');
  lease('a').release();
  await cache.close();
  expect(closed.toSorted()).toEqual(['a', 'bad']);
  expect(errors).toHaveLength(1);
  held.release();
  expect(cache.size).toBe(0);
});
