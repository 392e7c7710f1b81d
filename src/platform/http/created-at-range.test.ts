import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../kernel/index.ts';
import { createdAtRange } from './created-at-range.ts';

const holds = (filter: Parameters<typeof createdAtRange>[1], id: string) => {
  const { from, below } = createdAtRange('chat', filter);
  return from <= id && id < below;
};

it('includes exactly the ids between two exclusive bounds, to the microsecond', () => {
  const ms = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') });
  fc.assert(
    fc.property(
      ms,
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: -2, max: 2 }),
      (atMs, micros, offset) => {
        const createdAtMs = Math.max(0, atMs + offset);
        const id = newId('chat', createdAtMs);
        const bound = `${new Date(atMs).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
        const boundMicros = BigInt(atMs) * 1000n + BigInt(micros);
        expect(holds({ createdAtGt: bound }, id)).toBe(BigInt(createdAtMs) * 1000n > boundMicros);
        expect(holds({ createdAtLt: bound }, id)).toBe(BigInt(createdAtMs) * 1000n < boundMicros);
      },
    ),
  );
});

it('includes every id without a filter, and none before 1970', () => {
  for (const ms of [0, Date.now(), Date.parse('9999-12-31T23:59:59.999Z')]) {
    expect(holds({}, newId('chat', ms))).toBe(true);
    expect(holds({ createdAtLt: '0001-01-01T00:00:00Z' }, newId('chat', ms))).toBe(false);
    expect(holds({ createdAtGt: '0001-01-01T00:00:00Z' }, newId('chat', ms))).toBe(true);
  }
});
