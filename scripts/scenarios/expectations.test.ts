import { expect, it } from 'vitest';
import { Expectations } from '../../src/domains/scenarios/expectations.ts';
import type { CallRecord } from '../demo/api.ts';
import { failuresOf, type PlayedCall } from './expectations.ts';

const entry = (role: 'bot' | 'user' | 'tool', message: string, rest = {}) => ({
  ...{ role, message, secondsFromStart: 0, duration: 1, ...rest },
});
const said = (startEpochMs: number, endEpochMs: number, interrupts: boolean) => ({
  ...{ kind: 'said' as const, what: 'Stop.', startEpochMs, endEpochMs, interrupts },
});
const record = {
  endedReason: 'customer-ended-call',
  endedBy: 'Customer ended the call',
  transcript: [
    entry('bot', 'Good day.'),
    entry('tool', '', { name: 'find', toolCall: { arguments: { order: '4', by: 'phone' } } }),
    entry('bot', 'It is lost.'),
  ],
  turns: [
    { waitedMs: null, endedBy: null },
    { waitedMs: 700, endedBy: 'silence' },
  ],
} as unknown as CallRecord;
/** The agent is interrupted twice: once it falls silent after 150 ms, once it goes on for 7 s. */
const played: PlayedCall = {
  record,
  heard: [
    { startMs: 0, endMs: 1150 },
    { startMs: 3000, endMs: 11_000 },
    { startMs: 12_300, endMs: 13_000 },
  ],
  heardZeroEpochMs: 0,
  heardLevels: [],
  endedEpochMs: 14_000,
  actions: [said(1000, 2000, true), said(4000, 5000, true), said(11_500, 12_000, false)],
  spoken: [
    { voice: 'slt', text: 'Good day.' },
    { voice: 'rms', text: 'Buenos días.' },
  ],
};
const failures = (expected: object) => failuresOf(Expectations.parse(expected), played);

it.each([
  [{ endedReason: 'customer-ended-call', endedBy: 'Customer ended the call' }],
  [{ transcript: [{ is: ' good day. ' }, { role: 'bot', contains: 'LOST' }] }],
  [{ transcript: [{ matches: '^it is (lost|found)' }], never: [{ role: 'user', matches: '.' }] }],
  [{ toolCalls: ['find'] }],
  [{ toolCalls: [{ name: 'find', arguments: { order: '4' } }] }],
  [{ turnEnds: ['silence'] }],
  [
    {
      spoken: [
        { voice: 'slt', contains: 'day' },
        { voice: 'rms', contains: 'días' },
      ],
    },
  ],
  [{ turnsMin: 3, waitedMsMax: 700, answerMsMax: 1000, silencedMsMax: 7000 }],
])('as it was: %j', (expected) => {
  expect(failures(expected)).toEqual([]);
});

it.each([
  [{ endedReason: 'voicemail' }, 'endedReason is customer-ended-call, not voicemail'],
  [{ endedBy: 'Agent ended the call' }, 'endedBy is Customer ended the call, not Agent ended the call'],
  [
    { transcript: [{ contains: 'lost' }, { contains: 'day' }] },
    'the transcript lacks {"contains":"day"} after its entry 3',
  ],
  [
    { transcript: [{ role: 'user', contains: 'day' }] },
    'the transcript lacks {"role":"user","contains":"day"} after its entry 0',
  ],
  [{ never: [{ contains: 'lost' }] }, 'the transcript has "It is lost."'],
  [{ toolCalls: [] }, 'toolCalls is find, not '],
  [{ toolCalls: ['find', 'find'] }, 'toolCalls is find, not find, find'],
  [{ toolCalls: [{ name: 'find', arguments: { order: 4 } }] }, 'toolCalls.0 (find): order is "4", not 4'],
  [{ turnEnds: ['keys', 'silence'] }, 'turnEnds is silence, not keys, silence'],
  [
    {
      spoken: [
        { voice: 'rms', contains: 'días' },
        { voice: 'slt', contains: 'day' },
      ],
    },
    'the voice slt was not asked to say “day” after its text 2',
  ],
  [{ turnsMin: 4 }, 'the agent spoke 3 times'],
  [{ waitedMsMax: 699 }, 'the customer waited 700 ms'],
  [{ answerMsMax: 299 }, 'the agent answered after 300 ms'],
  [{ silencedMsMax: 200 }, 'the agent fell silent after 7000 ms'],
])('not as it was: %j: %s', (expected, failure) => {
  expect(failures(expected)).toContain(failure);
});

/** The customer speaks three times: it is answered, waits for 6.5 s in vain, and is not answered once more. */
const partlyAnswered = (endedEpochMs: number): PlayedCall => ({
  ...{ record, heardLevels: [], heardZeroEpochMs: 0, endedEpochMs, spoken: [] },
  heard: [
    { startMs: 0, endMs: 900 },
    { startMs: 2300, endMs: 3000 },
  ],
  actions: [
    { ...said(1000, 2000, false), what: 'One.' },
    { ...said(4000, 5000, false), what: 'Two.' },
    { ...said(11_500, 12_000, false), what: 'Three.' },
  ],
});

it.each([
  ['that the customer waited for in vain', 12_900, ['“Two.”']],
  ['and at the end of the call', 13_100, ['“Two.”', '“Three.”']],
])('an answer that never came is too late: one %s', (_which, endedEpochMs, words) => {
  const failures = failuresOf(Expectations.parse({ answerMsMax: 1000 }), partlyAnswered(endedEpochMs));
  expect(failures).toEqual(words.map((word) => `the agent never answered ${word}`));
});

it('expects no answer when the agent continues while the customer hums', () => {
  const hummed = { ...partlyAnswered(11_000), heard: [{ startMs: 0, endMs: 10_000 }] };
  hummed.actions = [said(1000, 2000, false), said(10_900, 10_950, false)];
  expect(failuresOf(Expectations.parse({ answerMsMax: 1000 }), hummed)).toEqual(['the agent never answered']);
});
