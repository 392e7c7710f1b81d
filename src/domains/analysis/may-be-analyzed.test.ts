import { expect, it } from 'vitest';
import { type AskedCall, refusalOf, requestsOfCallMax, requestsPendingMax } from './may-be-analyzed.ts';

const call: AskedCall = {
  ...{ status: 'ended', isPending: false, isErased: false, hasTranscript: true, statusBefore: 'done' },
  ...{ publishedVersion: 2, isWanted: true, requestsOfCall: 0, requestsPending: 0 },
};

it('names lasting reasons before passing ones', () => {
  expect(refusalOf(call)).toBeNull();
  expect(refusalOf({ ...call, status: 'canceled', statusBefore: null })).toBeNull();
  const refused: [Partial<AskedCall>, string, RegExp][] = [
    [{ status: 'in-progress', hasTranscript: false }, 'call.not_over', /is in-progress/],
    [{ status: 'dialing', hasTranscript: false }, 'call.not_over', /is queued/],
    [{ isErased: true, hasTranscript: false }, 'call.erased', /was deleted/],
    [{ hasTranscript: false }, 'call.no_transcript', /Nothing was said/],
    [{ publishedVersion: null, isWanted: false }, 'agent.deleted', /was deleted/],
    [{ isWanted: false, requestsOfCall: 99 }, 'agent.without_analysis', /version 2/],
    [{ requestsOfCall: requestsOfCallMax }, 'analysis.too_often', /20 times/],
    [{ requestsPending: requestsPendingMax }, 'analysis.too_many_pending', /^100 /],
  ];
  for (const [changes, code, words] of refused) {
    expect(refusalOf({ ...call, ...changes })).toMatchObject({
      ...{ status: 409, code, message: expect.stringMatching(words) },
    });
  }
});
