import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

test('a value is made once, and those that were used least recently are forgotten', () => {
  const cache = new RecentlyUsed<{ key: string }>(2);
  const get = (key: string) => cache.get(key, () => ({ key }));
  const [a, b] = [get('a'), get('b')];
  expect(get('a')).toBe(a);
  const c = get('c');
  expect(cache.values()).toEqual([a, c]);
  expect(get('a')).toBe(a);
  expect(get('b')).not.toBe(b);
});
