import { readFileSync } from 'node:fs';
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

test('what all items have in common is said once', () => {
  const calls = ['call_1', 'call_2', 'call_3'].map((callId, attempt) => ({
    callId,
    agentId: 'agent_1',
    attempt,
  }));
  expect(brief({ calls, metadata: { nextPage: null } }, singles)).toEqual({
    calls: calls.map(({ callId, attempt }) => ({ callId, attempt })),
    inEachItem: { agentId: 'agent_1' },
    metadata: { nextPage: null },
  });
  expect(brief({ calls: calls.slice(1) }, singles)).toEqual({ calls: calls.slice(1) });
});

// 20 calls were 37 KB, and should be a third of it.
test('20 calls with every field take a third of the characters, and at most 12 KB', () => {
  const file = new URL('../../../../openapi/openapi.json', import.meta.url);
  const { examples } = JSON.parse(readFileSync(file, 'utf8')).components;
  const calls = Array.from({ length: 20 }, (_, number) => {
    const callId = `call_01kb3v6n0r7c2m9x4t8q5w1z${number + 10}`;
    const minute = String(number + 10);
    const at = (second: number) => `2026-11-27T15:${minute}:${second}.123Z`;
    return {
      ...examples.Call.value,
      ...{ callId, createdAt: at(10), dueAt: at(10), startedAt: at(18), endedAt: at(59) },
      ...{ url: `https://parley.example.com/calls/${callId}`, phoneNumber: `+120255501${minute}` },
      recordingUrl: `https://parley.example.com/api/calls/${callId}/recording`,
      customerNumber: `+120255501${minute}`,
      summary: `The customer of call ${number} confirmed the appointment on Thursday at ten, and asked for a reminder by text.`,
      latency: { turns: number, p50Ms: 380 + number, p95Ms: 720 + number, maxMs: 1_280 + number },
      callVariables: { first_name: `Maya ${number}`, day: 'Thursday' },
    };
  });
  const whole = JSON.stringify({ calls, metadata: { nextPage: null } }).length;
  const short = JSON.stringify(brief({ calls, metadata: { nextPage: null } }, singles)).length;
  expect(short).toBeLessThan(whole / 3);
  expect(short).toBeLessThan(12_000);
});
