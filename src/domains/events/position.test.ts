import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cursorOf, hasSeen, oldest, positionOf } from './position.ts';

const snapshot = fc
  .tuple(fc.bigInt(1n, 2n ** 60n), fc.array(fc.bigInt(1n, 5000n), { maxLength: 30 }), fc.bigInt(1n, 5000n))
  .map(([xmin, steps, last]) => {
    let at = xmin - 1n;
    const running = steps.map((step) => (at += step));
    return `${running[0] ?? xmin}:${at + last + 1n}:${running.join(',')}`;
  });

it('round-trips a position through a short cursor', () => {
  const position = fc.record({
    seen: snapshot,
    reading: fc.option(snapshot),
    seq: fc.nat(),
    timeline: fc.integer({ min: 1 }),
  });
  fc.assert(
    fc.property(position, (given) => {
      const cursor = cursorOf(given);
      expect(positionOf(cursor, 'after')).toEqual(given);
      expect(encodeURIComponent(cursor)).toBe(cursor);
      expect(cursor.length).toBeLessThan(400);
    }),
  );
  expect(positionOf(cursorOf(oldest), 'after')).toEqual(oldest);
});

it.each([
  '',
  'x',
  '1~~0',
  '1.1~~',
  '0.1~~0',
  '5.0.0~~0',
  '1.1~~0~',
  '1.1~~0~0',
  '1.1~~0~2147483648',
  '1.2.0~~0',
  `${'z'.repeat(13)}.1~~0`,
  '1.1~1~0',
])('rejects an invalid cursor: %s', (cursor) => {
  expect(() => positionOf(cursor, 'after')).toThrow('after: must be a cursor that this service returned');
});

it('compares snapshots by the transactions whose end they have seen', () => {
  const seenBy = (text: string) => {
    const [, xmax, xip] = text.split(':') as [string, string, string];
    const running = xip.split(',');
    return Array.from({ length: Number(xmax) }, (_, xid) => String(xid)).filter(
      (xid) => !running.includes(xid),
    );
  };
  const few = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.subarray([1, 2, 3, 4, 5, 6, 7]))
    .map(([xmax, xids]) => {
      const running = xids.filter((xid) => xid < xmax);
      return `${running[0] ?? xmax}:${xmax}:${running.join(',')}`;
    });
  fc.assert(
    fc.property(few, few, (later, earlier) => {
      const known = new Set(seenBy(later));
      expect(hasSeen(later, earlier)).toBe(seenBy(earlier).every((xid) => known.has(xid)));
    }),
  );
});
