import { expect, it } from 'vitest';
import { ProvenClaim } from './proven-claim.ts';

/** Each answer takes as long as it says. */
async function prove(claimedAgoMs: number, answers: { takesMs: number; state: 'stands' | 'gone' }[]) {
  let nowMs = 100_000;
  let asked = 0;
  const ask = async () => {
    const { takesMs, state } = answers[asked++]!;
    nowMs += takesMs;
    return state;
  };
  const claim = new ProvenClaim(nowMs - claimedAgoMs, ask, () => nowMs);
  const state = await claim.prove();
  const isFreshAfter = (ms: number) => {
    nowMs += ms;
    return claim.isFresh;
  };
  return { state, asked, isFreshAfter };
}

it('believes a claim for a second, and asks again after that', async () => {
  expect(await prove(1000, [])).toMatchObject({ state: 'stands', asked: 0 });
  expect(await prove(1001, [{ takesMs: 5, state: 'stands' }])).toMatchObject({ state: 'stands', asked: 1 });
  expect(await prove(1001, [{ takesMs: 5, state: 'gone' }])).toMatchObject({ state: 'gone', asked: 1 });
});

it('does not believe an answer that was read after the process had stood still', async () => {
  const late = { takesMs: 12_000, state: 'stands' } as const;
  const gone = await prove(1001, [late, { takesMs: 5, state: 'gone' }]);
  expect(gone).toMatchObject({ state: 'gone', asked: 2 });
  const stands = await prove(1001, [late, late, { takesMs: 5, state: 'stands' }]);
  expect(stands).toMatchObject({ state: 'stands', asked: 3 });
});

it('is fresh for a second from before it was asked for', async () => {
  const { isFreshAfter } = await prove(1001, [{ takesMs: 400, state: 'stands' }]);
  expect([isFreshAfter(600), isFreshAfter(1)]).toEqual([true, false]);
});
