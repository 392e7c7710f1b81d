import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../../telephony/sip/index.ts';
import { mayFailOver } from './failover.ts';

describe('another trunk', () => {
  it.each([401, 402, 403, 405, 406, 407, 415, 416, 420, 421, 429, 488, 500, 501, 502, 503, 505, 513])(
    'is tried after %i, unless something rang before',
    (code) => {
      const failure = { kind: 'rejected', code, sent: true } as const;
      expect(mayFailOver(failure, false)).toBe(true);
      expect(mayFailOver(failure, true)).toBe(false);
    },
  );

  it.each([302, 400, 404, 408, 410, 480, 481, 484, 486, 487, 491, 504, 600, 603, 604, 606])(
    'is not tried after %i',
    (code) => expect(mayFailOver({ kind: 'rejected', code, sent: true }, false)).toBe(false),
  );

  it.each<[FailureKind, boolean, boolean]>([
    ['timeout', true, false],
    ['timeout', false, true],
    ['unreachable', true, false],
    ['unreachable', false, true],
    ['no-answer', true, false],
    ['no-answer', false, false],
    ['canceled', true, false],
    ['canceled', false, false],
    ['unusable', true, false],
  ])('after %s with sent = %s: %s', (kind, sent, expected) => {
    expect(mayFailOver({ kind, code: null, sent }, false)).toBe(expected);
  });
});
