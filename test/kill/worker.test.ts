import { expect, it } from 'vitest';
import { killTalking } from './worker-run.ts';

it('a killed worker leaves records that end with what was said, nothing stuck, and nobody called again', {
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
