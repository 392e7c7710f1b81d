import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './ask.ts';
import { verdictOf } from './eligibility.ts';

const nowMs = Date.parse('2026-11-23T15:00:00Z');
const decide = (status: number, answer: unknown, whenUnavailable: 'dial' | 'hold' | 'refuse' = 'hold') =>
  verdictOf(
    readAnswer(status, typeof answer === 'string' ? answer : JSON.stringify(answer)),
    { whenUnavailable },
    nowMs,
  );

describe('an answer', () => {
  it('that allows the call dials it', () => {
    expect(decide(200, { eligible: true })).toEqual({ kind: 'dial', note: null });
    expect(decide(201, { eligible: true, other: 1 })).toEqual({ kind: 'dial', note: null });
  });

  it('that does not allow the call ends it with the reason, or holds it for the given time', () => {
    expect(decide(200, { eligible: false, reason: 'Debt is\npaid' })).toEqual({
      kind: 'refuse',
      endedReason: 'refused-by-gate',
      reason: 'not-eligible',
      message: 'The eligibility webhook does not allow the call: Debt is paid.',
    });
    expect(decide(200, { eligible: false, retryAfterSeconds: 3600 })).toEqual({
      kind: 'hold',
      reason: 'not-eligible',
      message:
        'The eligibility webhook does not allow the call. Parley checks the call again at 2026-11-23T16:00:00.000Z.',
      untilMs: nowMs + 3_600_000,
    });
  });

  it.each([
    [500, { eligible: true }, 'it answered 500'],
    [302, '', 'it answered 302'],
    [200, '', 'its answer is not what was asked for'],
    [200, 'yes', 'its answer is not what was asked for'],
    [200, {}, 'its answer is not what was asked for'],
    [200, { eligible: 'true' }, 'its answer is not what was asked for'],
    [200, { eligible: false, retryAfterSeconds: 0 }, 'its answer is not what was asked for'],
    [200, { eligible: false, retryAfterSeconds: 1e12 }, 'its answer is not what was asked for'],
  ])('%s %j is none', (status, answer, why) => {
    const message = `The eligibility webhook could not be asked: ${why}.`;
    const refused = {
      kind: 'refuse',
      endedReason: 'refused-by-gate',
      reason: 'eligibility-unavailable',
      message,
    };
    expect(decide(status, answer, 'refuse')).toEqual(refused);
    expect(decide(status, answer, 'hold')).toEqual({
      kind: 'hold',
      reason: 'eligibility-unavailable',
      message: `${message} Parley checks the call again at 2026-11-23T15:01:00.000Z.`,
      untilMs: nowMs + 60_000,
    });
    expect(decide(status, answer, 'dial')).toEqual({
      kind: 'dial',
      note: `${message} The call is dialed without it, as it is set.`,
    });
  });

  it('ends no call when the webhook was not asked', () => {
    const unasked = (whenUnavailable: 'dial' | 'hold' | 'refuse') =>
      verdictOf({ kind: 'unasked', reason: 'it rests' }, { whenUnavailable }, nowMs);
    expect([unasked('refuse'), unasked('hold')]).toEqual(
      Array(2).fill({
        kind: 'hold',
        reason: 'eligibility-unavailable',
        message:
          'The eligibility webhook could not be asked: it rests. Parley checks the call again at 2026-11-23T15:01:00.000Z.',
        untilMs: nowMs + 60_000,
      }),
    );
    expect(unasked('dial').kind).toBe('dial');
  });

  it('of any kind is read, and its reason is cut and can be stored', () => {
    const reasons = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constant('\u0000\ud800x'.repeat(100)),
    );
    fc.assert(
      fc.property(reasons, (reason) => {
        const answer = readAnswer(200, JSON.stringify({ eligible: false, reason }));
        if (answer.kind !== 'ineligible') throw new Error('it was read as none');
        expect(answer.reason!.length).toBeLessThanOrEqual(200);
        expect(answer.reason!.isWellFormed()).toBe(true);
        expect(answer.reason).not.toMatch(/\p{Cc}/u);
      }),
    );
    fc.assert(fc.property(fc.integer(), fc.string(), (status, text) => void readAnswer(status, text)));
  });
});
