import { expect, it } from 'vitest';
import { killTalking } from './worker-run.ts';

it('a killed worker leaves records that end with the last words, no stuck call, and no customer called again', {
  timeout: 180_000,
}, async () => {
  const { settledInMs: _, ...report } = await killTalking(5, () => undefined);
  expect(report).toEqual({
    calls: 5,
    // One of those that rang was picked up, and hung up on.
    outcomes: { 'worker-lost': 6, 'customer-did-not-answer': 2 },
    withoutWords: [],
    rangTwice: [],
    leftHanging: [],
    next: 'customer-ended-call',
  });
});
