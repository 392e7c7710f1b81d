import { expect, it } from 'vitest';
import { pulseOf } from './pulse.ts';

const quiet = { seq: 5, snapshot: '99:99:', until: null };

it('reports news until every transaction that may have stored events has ended', () => {
  const first = pulseOf(quiet, { seq: 7, snapshot: '99:104:99,102' });
  expect(first).toEqual({ state: { seq: 7, snapshot: '99:104:99,102', until: 104n }, hasNews: true });
  const waiting = pulseOf(first.state, { seq: 7, snapshot: '99:104:99,102' });
  expect(waiting).toEqual({ state: first.state, hasNews: false });
  const more = pulseOf(waiting.state, { seq: 7, snapshot: '99:110:99' });
  expect(more).toEqual({ state: { ...first.state, snapshot: '99:110:99' }, hasNews: true });
  const last = pulseOf(more.state, { seq: 7, snapshot: '1000:1000:' });
  expect(last).toEqual({ state: { seq: 7, snapshot: '1000:1000:', until: null }, hasNews: true });
  expect(pulseOf(last.state, { seq: 7, snapshot: '1001:1001:' }).hasNews).toBe(false);
});
