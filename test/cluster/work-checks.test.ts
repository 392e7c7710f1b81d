import { expect, it } from 'vitest';
import { type Answers, counted } from './answer-counts.ts';
import {
  brokenConversations,
  noticed,
  type Observed,
  rungAgain,
  wrongRecords,
} from './conversation-checks.ts';
import { readPaths } from './read-load.ts';
import { calledAgain, Losses } from './reported-losses.ts';
import { wrongDeliveries } from './work-checks.ts';

const event = (eventId: string, chatId: string) => ({ eventId, type: 'chat.message', data: { chatId } });

it('events must arrive, and those of one resource in order', () => {
  const events = [event('a1', 'a'), event('b1', 'b'), event('a2', 'a'), event('b2', 'b')];
  expect(wrongDeliveries(events, ['b1', 'b2', 'a1', 'a2', 'lost'])).toEqual([]);
  expect(wrongDeliveries(events, ['a2', 'a1', 'b1'])).toEqual([
    'delivered out of order: chat.message a2 of a',
    'never delivered: chat.message b2',
  ]);
});

it('only a reported failover explains losses, and only of its time', () => {
  const acknowledged = new Map([
    ['kept', 5000],
    ['in', 6000],
    ['out', 60_000],
  ]);
  const isKept = (id: string) => id === 'kept';
  const losses = new Losses([{ fromMs: 5500, toMs: 8000 }]);
  expect(losses.unreported(acknowledged, isKept, 'calls')).toEqual(['out']);
  expect(losses.explained).toEqual({ calls: 1 });
  expect(new Losses([]).unreported(acknowledged, isKept, 'calls')).toEqual(['in', 'out']);
});

it('a telephone that rang more often than there are records was called again', () => {
  const rung = (number: string, callId: string) => ({ number, callId, hasRung: true }) as never;
  const record = (customer_number: string) => ({ customer_number }) as never;
  const carried = [rung('1', 'a'), rung('1', 'b'), rung('2', 'c'), rung('3', 'd')];
  expect(calledAgain(carried, [record('1'), record('2')])).toEqual(['rang 2 times with 1 records: 1']);
});

const conversation = (number: string, seen: Partial<Observed> = {}): Observed => ({
  ...{ number, sipCallId: number, node: 'calls1', answeredAtMs: 5000, ended: 'customer', isLeaving: false },
  ...{ wasKept: false, isExcused: false, moves: [], silentMs: 4000, endedAtMs: 9000, ...seen },
});

it('a conversation ends as planned and is never silent for long, unless its node failed', () => {
  const all = [
    conversation('planned'),
    conversation('goodbye', { ended: 'agent', isLeaving: true }),
    conversation('lost', { ended: 'agent' }),
    conversation('excused', { ended: 'agent', silentMs: 40_000, isExcused: true }),
    conversation('unanswered', { ended: 'unanswered', answeredAtMs: null }),
    conversation('silent', { silentMs: 21_000 }),
    conversation('kept', { wasKept: true }),
  ];
  expect(brokenConversations(all, 500)).toEqual([
    'ended by itself: the conversation with lost at calls1',
    'silent for more than 20 s: the conversation with silent at calls1',
    'not ended when it was asked for: the conversation with kept at calls1',
  ]);
  expect(brokenConversations(all, 2000)).toHaveLength(2);
  const moved = conversation('moved', {
    moves: [
      { atMs: 900, gapMs: 70.2 },
      { atMs: 1100, gapMs: 90.4 },
    ],
  });
  const deploy = { talking: 4, moves: 1, over: 3, lost: 1, gapsMs: [90] };
  expect(noticed([...all.slice(0, 3), moved], 1000)).toEqual(deploy);
});

it('a conversation has a record that does not call its node lost, and rings once', () => {
  const record = (sip_call_id: string, ended_reason = 'customer-ended-call') => ({
    sip_call_id,
    ended_reason,
  });
  const all = [
    conversation('a'),
    conversation('b', { moves: [{ atMs: 7000, gapMs: 70 }] }),
    conversation('c'),
    conversation('d', { isExcused: true }),
  ];
  const records = [record('a'), record('b', 'worker-lost'), record('d', 'worker-lost')];
  expect(wrongRecords(all, records, new Losses([]))).toEqual([
    'without a record: the conversation c',
    'recorded as worker-lost: the conversation with b at calls1 (moved at 7.0 s, ended by customer at 9.0 s)',
  ]);
  expect(wrongRecords(all, records, new Losses([{ fromMs: 4500, toMs: 6000 }]))).toHaveLength(1);
  const rings = new Map([
    ['+1', 1],
    ['+2', 2],
  ]);
  expect(rungAgain(rings)).toEqual(['called 2 times for one request: +2']);
});

it('answers are counted by route, and a 500 is reported', async () => {
  const answers: Answers = {};
  const found: string[] = [];
  const statuses = [200, 503, 500];
  const request = counted(
    async () => ({ status: statuses.shift(), text: 'because' }) as never,
    answers,
    (text) => found.push(text),
  );
  for (const id of ['call_1', 'call_2', 'call_3']) await request('GET', `/api/calls/${id}?limit=1`);
  expect(answers).toEqual({ 'GET /api/calls/{id}': { 200: 1, 503: 1, 500: 1 } });
  expect(found).toEqual(['answered with 500: GET /api/calls/{id}: because']);
  expect(await readPaths()).toEqual(expect.arrayContaining(['/api/calls', '/api/overview']));
});
