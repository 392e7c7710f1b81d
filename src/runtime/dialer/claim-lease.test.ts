import { expect, it } from 'vitest';
import { ClaimLease } from './dial-permit.ts';

/** Checks a claim. Each answer of the database takes `takesMs`. */
async function prove(claimedAgoMs: number, answers: { takesMs: number; state: 'valid' | 'lost' }[]) {
  let nowMs = 100_000;
  let asked = 0;
  const ask = async () => {
    const { takesMs, state } = answers[asked++]!;
    nowMs += takesMs;
    return state;
  };
  const claim = new ClaimLease(nowMs - claimedAgoMs, ask, () => nowMs);
  const state = await claim.renew();
  const isFreshAfter = (ms: number) => {
    nowMs += ms;
    return claim.isFresh;
  };
  return { state, asked, isFreshAfter };
}

it('trusts a claim for a second, and asks again after that', async () => {
  expect(await prove(1000, [])).toMatchObject({ state: 'valid', asked: 0 });
  expect(await prove(1001, [{ takesMs: 5, state: 'valid' }])).toMatchObject({ state: 'valid', asked: 1 });
  expect(await prove(1001, [{ takesMs: 5, state: 'lost' }])).toMatchObject({ state: 'lost', asked: 1 });
});

it('does not trust an answer that was read after the process was stalled', async () => {
  const late = { takesMs: 12_000, state: 'valid' } as const;
  const gone = await prove(1001, [late, { takesMs: 5, state: 'lost' }]);
  expect(gone).toMatchObject({ state: 'lost', asked: 2 });
  const valid = await prove(1001, [late, late, { takesMs: 5, state: 'valid' }]);
  expect(valid).toMatchObject({ state: 'valid', asked: 3 });
});

it('counts the second from before the question', async () => {
  const { isFreshAfter } = await prove(1001, [{ takesMs: 400, state: 'valid' }]);
  expect([isFreshAfter(600), isFreshAfter(1)]).toEqual([true, false]);
});
