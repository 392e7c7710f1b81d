import { expect, it } from 'vitest';
import { endOfFailure } from './sip-outcome.ts';

it('an INVITE that nothing answers is an unknown outcome, and told of as a silent trunk', () => {
  const failure = { code: null, reason: 'no response', reasonHeader: null, sent: true } as const;
  expect(endOfFailure({ ...failure, kind: 'timeout' })).toMatchObject({
    endedReason: 'unknown-outcome',
    isTrunkSilent: true,
  });
  expect(endOfFailure({ ...failure, kind: 'no-answer' }).isTrunkSilent).toBeUndefined();
});
