import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decisionsOfHolds } from './holds.ts';
import type { HoldRow, ShownDecision } from './store/events.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const limit = (since: number, until: number | null): HoldRow => ({
  reason: 'organization-limit',
  cap: 3,
  since: at(since),
  until: until === null ? null : at(until),
});
const own = (since: number, until: number): ShownDecision => ({
  at: at(since),
  decision: 'held',
  reason: 'schedule-closed',
  message: 'Closed.',
  until: at(until),
});

it('names the times of a hold, and whether it lasts', () => {
  const rows: HoldRow[] = [
    { reason: 'dialing-off', cap: null, since: at(1), until: at(2) },
    { reason: 'campaign-paused', cap: null, since: at(3), until: null },
    limit(4, 5),
  ];
  expect(decisionsOfHolds(rows, [])).toMatchObject([
    { reason: 'dialing-off', message: expect.stringContaining(`from ${at(1)} to ${at(2)}`), until: at(2) },
    { reason: 'campaign-paused', message: expect.stringContaining(`since ${at(3)}`), until: null },
    { reason: 'organization-limit', message: expect.stringContaining('All 3 concurrent calls'), at: at(4) },
  ]);
});

it('shows a pause for calls that are not due, and a cap for due calls only', () => {
  const paused: HoldRow = { reason: 'campaign-paused', cap: null, since: at(0), until: at(10) };
  expect(decisionsOfHolds([paused], [own(0, 20)])).toHaveLength(1);
  expect(decisionsOfHolds([limit(0, 10)], [own(0, 20)])).toEqual([]);
  expect(decisionsOfHolds([limit(0, null)], [own(0, 20)])).toMatchObject([{ at: at(20), until: null }]);
});

it('shows a cap for exactly the seconds in which it was reached and the call was due', () => {
  const span = fc
    .tuple(fc.nat(40), fc.nat(40))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
  fc.assert(
    fc.property(span, fc.array(span, { maxLength: 5 }), ([since, until], notDue) => {
      const decisions = decisionsOfHolds(
        [limit(since, until)],
        notDue.map(([a, b]) => own(a, b)),
      );
      for (let second = 0; second < 42; second++) {
        const reached = second >= since && second < until;
        const isDue = !notDue.some(([a, b]) => second >= a && second < b);
        const held = decisions.filter((hold) => hold.at <= at(second) && hold.until! > at(second));
        expect(held.length).toBe(reached && isDue ? 1 : 0);
      }
    }),
  );
});
