import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteRange } from './file-part.ts';

it.each<[string | undefined, { start: number; end: number } | null]>([
  ['bytes=0-', { start: 0, end: 1000 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=500-599', { start: 500, end: 600 }],
  ['bytes=900-5000', { start: 900, end: 1000 }],
  ['bytes=-100', { start: 900, end: 1000 }],
  ['bytes=-5000', { start: 0, end: 1000 }],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  ['', null],
  [undefined, null],
])('of 1000 octets %s is %o', (header, range) => {
  expect(byteRange(header, 1000)).toEqual(range);
});

it.each([
  ['bytes=1000-', 1000],
  ['bytes=5000-6000', 1000],
  ['bytes=-0', 1000],
  ['bytes=0-', 0],
])('refuses %s of %i octets with the size', (header, size) => {
  const refusal = { status: 416, headers: { 'content-range': `bytes */${size}` } };
  expect(() => byteRange(header, size)).toThrowError(expect.objectContaining(refusal));
});

it('returns a range within the size for any header', () => {
  const part = fc.oneof(fc.nat(), fc.constant(''));
  fc.assert(
    fc.property(part, part, fc.integer({ min: 1, max: 5000 }), (first, last, size) => {
      if (Number(first) >= size || (first === '' && last === 0)) return;
      const range = byteRange(`bytes=${first}-${last}`, size);
      if (!range) return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThan(range.start);
      expect(range.end).toBeLessThanOrEqual(size);
    }),
  );
});
