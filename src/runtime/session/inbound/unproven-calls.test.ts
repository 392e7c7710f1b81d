import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallEnd } from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import { UnprovenCalls } from './unproven-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noSignal = new AbortController().signal;

/** Creates answered calls on a database with free lines, unless `line` says otherwise. `asked` records its requests. */
function world(line = 'taken', offLineMax = 5) {
  const asked: string[] = [];
  const db = {
    query: async ({ name }: { name: string }, [, callId]: unknown[]) => {
      asked.push(`${name.replace('calls.', '')} ${callId}`);
      return [{ kind: line }];
    },
  };
  const unproven = new UnprovenCalls(db as unknown as Database, offLineMax, () => {});
  const answer = (callId: string, trunkId = 'trunk', gone: AbortSignal = noSignal) => {
    const acknowledgement = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<CallEnd>();
    const facts: string[] = [];
    const live = {
      ...{ held: { organizationId: 'org', callId, nodeId: 'node' }, log: silentLog },
      ...{ audio: { acknowledgement: acknowledgement.promise }, ended: ended.promise },
      record: { noteFact: (reason: string) => facts.push(reason) },
    };
    const watched = unproven.watch(live as unknown as LiveCall, trunkId, gone);
    return { ...watched, acknowledge: acknowledgement.resolve, end: ended.resolve, facts };
  };
  return { unproven, asked, answer };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a call that is acknowledged within 4 s keeps its line', async () => {
  const { asked, answer, unproven } = world();
  const call = answer('a');
  await pass(3900);
  call.acknowledge();
  expect(await call.outcome).toBe('proven');
  await pass(10_000);
  expect([asked, call.facts, unproven.size]).toEqual([[], [], 0]);
});

test('a call that is acknowledged later has left its line, and reserves one again', async () => {
  const { asked, answer, unproven } = world();
  const call = answer('a');
  await pass(4100);
  expect([asked, call.facts, unproven.size]).toEqual([['leave_line a'], ['answer-unproven'], 1]);
  call.acknowledge();
  expect(await call.outcome).toBe('proven');
  expect([asked.at(-1), unproven.size]).toEqual(['take_line a', 0]);
});

test.each([
  ['full', 'organization'],
  ['trunk-full', 'trunk'],
])('a call that is acknowledged late ends when no line is free (%s)', async (line, whose) => {
  const { answer } = world(line);
  const call = answer('a');
  await pass(4100);
  call.acknowledge();
  const message = `The answer was acknowledged too late: by then all concurrent calls of the ${whose} were in use.`;
  expect(await call.outcome).toMatchObject({ endedReason: 'provider-error', message });
});

test('a call that has ended or was aborted reserves no line', async () => {
  const { asked, answer, unproven } = world();
  const end = { message: 'over' } as CallEnd;
  const ended = answer('a');
  const gone = new AbortController();
  const unwanted = answer('b', 'trunk', gone.signal);
  ended.end(end);
  gone.abort();
  expect([await ended.outcome, await unwanted.outcome]).toEqual([end, 'gone']);
  await pass(10_000);
  expect([asked, unproven.size]).toEqual([[], 0]);
});

test('three such calls make their trunk suspect for 32 s, and its calls leave their line at the answer', async () => {
  const { asked, answer, unproven } = world();
  for (const name of ['a', 'b']) answer(name);
  answer('c', 'another');
  await pass(4100);
  expect([unproven.isSuspect('trunk'), unproven.isSuspect('another')]).toEqual([false, false]);
  answer('d');
  await pass(4100);
  expect([unproven.isSuspect('trunk'), unproven.isSuspect('another')]).toEqual([true, false]);
  const before = asked.length;
  const real = answer('e');
  answer('f', 'another');
  expect(asked.slice(before)).toEqual(['leave_line e']);
  real.acknowledge();
  expect(await real.outcome).toBe('proven');
  expect(asked.slice(before)).toEqual(['leave_line e', 'take_line e']);
  await pass(32_000);
  expect(unproven.isSuspect('trunk')).toBe(false);
});

test('ends the oldest of too many calls off the line, and keeps the trunk suspect under a flood', async () => {
  const { answer, unproven } = world('taken', 5);
  const first = ['a', 'b', 'c'].map((name) => answer(name));
  await pass(4100);
  const later = Array.from({ length: 100 }, (_, i) => answer(`later ${i}`));
  expect(unproven.size).toBe(5);
  const message = 'The answer was not acknowledged, and too many calls waited for an ACK at once.';
  for (const { outcome } of [...first, ...later.slice(0, 95)])
    expect(await outcome).toMatchObject({ message });
  await pass(30_000);
  expect(unproven.isSuspect('trunk')).toBe(true);
  const last = later.at(-1)!;
  last.acknowledge();
  expect(await last.outcome).toBe('proven');
});
