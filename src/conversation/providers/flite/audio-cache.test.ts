import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AudioCache } from './audio-cache.ts';

test('evicts the least recently used entry first', () => {
  const cache = new AudioCache(330);
  const [a, b, c] = [new Int16Array(50), new Int16Array(50), new Int16Array(50)];
  cache.set('a', a);
  cache.set('b', b);
  cache.set('c', c);
  expect(cache.get('a')).toBe(a);
  cache.set('d', new Int16Array(50));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toBe(a);
  expect(cache.get('c')).toBe(c);
});

test('keeps what was used again, up to half of the cache, before what one call says', () => {
  const cache = new AudioCache(10 * 102);
  cache.set('0', new Int16Array(50));
  expect(cache.get('0')).toBeDefined();
  for (let n = 1; n < 100; n++) cache.set(String(n), new Int16Array(50));
  expect(cache.get('0')).toBeDefined();
  for (let n = 91; n < 98; n++) cache.get(String(n));
  for (let n = 100; n < 110; n++) cache.set(String(n), new Int16Array(50));
  expect(cache.get('0')).toBeUndefined();
  expect(cache.get('97')).toBeDefined();
});

test('stays within its limit, and counts its bytes', () => {
  const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(200));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const cache = new AudioCache(500);
      for (const [key, length] of entries) {
        cache.set(key, new Int16Array(length));
        expect(cache.bytes).toBeLessThanOrEqual(500);
        expect(cache.get(key)?.length).toBe(2 * length + 2 <= 500 ? length : undefined);
      }
      const held = [...'abcde'].flatMap((key) => cache.get(key) ?? []);
      expect(cache.bytes).toBe(held.reduce((sum, pcm) => sum + pcm.byteLength + 2, 0));
    }),
  );
});
