import { expect, it } from 'vitest';
import { provenClaim } from './proven-claim.ts';

/** Each answer takes as long as it says. */
async function prove(claimedAgoMs: number, answers: { takesMs: number; state: 'stands' | 'gone' }[]) {
  let nowMs = 100_000;
  let asked = 0;
  const state = await provenClaim(
    nowMs - claimedAgoMs,
    async () => {
      const { takesMs, state } = answers[asked++]!;
      nowMs += takesMs;
      return state;
    },
    () => nowMs,
  );
  return { state, asked };
}

it('believes a claim for a second, and asks again after that', async () => {
  expect(await prove(1000, [])).toEqual({ state: 'stands', asked: 0 });
  expect(await prove(1001, [{ takesMs: 5, state: 'stands' }])).toEqual({ state: 'stands', asked: 1 });
  expect(await prove(1001, [{ takesMs: 5, state: 'gone' }])).toEqual({ state: 'gone', asked: 1 });
});

it('does not believe an answer that was read after the process had stood still', async () => {
  const late = { takesMs: 12_000, state: 'stands' } as const;
  expect(await prove(1001, [late, { takesMs: 5, state: 'gone' }])).toEqual({ state: 'gone', asked: 2 });
  expect(await prove(1001, [late, late, { takesMs: 5, state: 'stands' }])).toEqual({
    state: 'stands',
    asked: 3,
  });
});
