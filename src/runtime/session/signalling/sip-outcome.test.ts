import { describe, expect, it } from 'vitest';
import { retryOutcome } from '../../../domains/calls/index.ts';
import { endOfFailure, endOfStop } from './sip-outcome.ts';

it('an INVITE without an answer has an unknown outcome, and its trunk is reported as silent', () => {
  const failure = { code: null, reason: 'no response', reasonHeader: null, sent: true } as const;
  expect(endOfFailure({ ...failure, kind: 'timeout' })).toMatchObject({
    endedReason: 'unknown-outcome',
    isTrunkSilent: true,
  });
  expect(endOfFailure({ ...failure, kind: 'no-answer' }).isTrunkSilent).toBeUndefined();
});

it('an INVITE whose connection was lost before a response has an unknown outcome, and is not retried', () => {
  const lost = { kind: 'unreachable', code: null, reason: 'connection reset', reasonHeader: null } as const;
  const end = endOfFailure({ ...lost, sent: true });
  expect([end.endedReason, end.isTrunkSilent, retryOutcome(end.endedReason)]).toEqual([
    'unknown-outcome',
    true,
    null,
  ]);
  expect(end.message).toContain('connection reset');
  expect(endOfFailure({ ...lost, sent: false }).endedReason).toBe('trunk-unreachable');
  // The trunk requested a password, and the INVITE with it could not be delivered.
  expect(endOfFailure({ ...lost, kind: 'not-there', sent: true }).endedReason).toBe('trunk-unreachable');
});

describe('a final response', () => {
  it.each([
    [404, 'number-invalid', null],
    [486, 'customer-busy', 'busy'],
    [503, 'trunk-rejected', 'failed'],
    [607, 'customer-opted-out', null],
    [608, 'trunk-rejected', 'failed'],
  ])('%i ends a call as %s, which retries take for %s', (code, reason, outcome) => {
    const rejected = { kind: 'rejected', code, reason: 'So', reasonHeader: null, sent: true } as const;
    const { endedReason } = endOfFailure(rejected);
    expect([endedReason, retryOutcome(endedReason)]).toEqual([reason, outcome]);
  });
});

it('a call that the network intercepted before its answer is over, and tried again only when the network was busy', () => {
  const settled = { status: 'ended', endedReason: 'operator-intercept' };
  const number = endOfStop('number-intercepted', false);
  expect(number).toMatchObject(settled);
  expect(number.retriedAs ?? retryOutcome(number.endedReason)).toBeNull();
  expect(endOfStop('network-intercepted', false)).toMatchObject({ ...settled, retriedAs: 'failed' });
});
