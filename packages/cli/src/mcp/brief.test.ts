import { expect, test } from 'vitest';
import { brief } from './brief.ts';

const singles = new Set(['callId']);
const call = {
  ...{ callId: 'call_1', summary: null, usage: [], quality: { jitterMs: null }, answered: false, attempt: 0 },
  url: 'https://parley.example.com/api/calls/call_1',
  transcript: [{ role: 'agent', text: 'x'.repeat(300) }],
};

test('a list of things that can be got alone lacks what is empty and what is large, and names the large', () => {
  expect(brief({ calls: [call], metadata: { nextPage: null } }, singles)).toEqual({
    calls: [{ callId: 'call_1', answered: false, attempt: 0 }],
    metadata: { nextPage: null },
    leftOut: 'transcript: get one item for all of it',
  });
});

test('one thing alone, and a list of things that no operation returns alone, are complete', () => {
  expect(brief(call, singles)).toEqual(call);
  const log = { entries: [{ entryId: 'e_1', ...call }], metadata: { nextPage: null } };
  expect(brief(log, singles)).toEqual(log);
});
