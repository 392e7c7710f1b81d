import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

it.each<[string | undefined, { start: number; end: number } | null]>([
  ['bytes=0-', { start: 0, end: 1000 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=500-599', { start: 500, end: 600 }],
  ['bytes=900-5000', { start: 900, end: 1000 }],
  ['bytes=-100', { start: 900, end: 1000 }],
  ['bytes=-5000', { start: 0, end: 1000 }],
  ['bytes=1000-', null],
  ['bytes=5-4', null],
  ['bytes=-0', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  ['', null],
  [undefined, null],
])('of 1000 octets %s is %o', (header, range) => {
  expect(byteRange(header, 1000)).toEqual(range);
});

it('returns a range within the size for any header', () => {
  const part = fc.oneof(fc.nat(), fc.constant(''));
  fc.assert(
    fc.property(part, part, fc.nat(5000), (first, last, size) => {
      const range = byteRange(`bytes=${first}-${last}`, size);
      if (!range) return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThan(range.start);
      expect(range.end).toBeLessThanOrEqual(size);
    }),
  );
});
