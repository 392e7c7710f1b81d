import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database, Statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { TeamQueue } from './team-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database that finds every call but those in `over`, and counts its statements. */
function open() {
  const asked: { name: string; organizationId: string; atMs: number }[] = [];
  const state = { over: new Set<string>(), isAway: false, slow: new Map<string, Promise<void>>() };
  const startedMs = performance.now();
  const db = {
    query: async ({ name }: Statement, [organizationId, ids]: [string, string[] | undefined]) => {
      asked.push({ name, organizationId, atMs: performance.now() - startedMs });
      await state.slow.get(organizationId);
      if (state.isAway) throw new Error('the connection is lost');
      if (ids === undefined) return [{ offers: 0 }];
      return ids.filter((id) => !state.over.has(id)).map((teamCallId) => ({ teamCallId }));
    },
  };
  const queue = new TeamQueue(db as unknown as Database, silentLog);
  const passes = (organizationId: string) =>
    asked.filter((one) => one.name === 'teams.offer_calls' && one.organizationId === organizationId);
  return { queue, asked, passes, state };
}

/** A caller who asks again after each pass until the call waits no more. */
async function caller({ queue }: ReturnType<typeof open>, organizationId: string, teamCallId: string) {
  for (let soon = true; (await queue.look(organizationId, teamCallId, { soon })) !== null; ) soon = false;
}

it('a hundred waiting calls of an organization share two passes a second, four at most', async () => {
  const opened = open();
  const names = Array.from({ length: 100 }, (_, n) => `tcall_${n}`);
  const callers = names.map((name) => caller(opened, 'org_1', name));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened.passes('org_1').length).toBeGreaterThanOrEqual(19);
  expect(opened.passes('org_1').length).toBeLessThanOrEqual(22);
  const before = opened.passes('org_1').length;
  for (let n = 0; n < 500; n++) {
    opened.queue.wake();
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(opened.passes('org_1').length - before).toBeLessThanOrEqual(41);
  for (const name of names) opened.state.over.add(name);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(callers);
  const { length } = opened.asked;
  await vi.advanceTimersByTimeAsync(5000);
  expect(opened.asked).toHaveLength(length);
});

it('a call is looked after at once when its wait begins, and when a notification comes', async () => {
  const opened = open();
  void caller(opened, 'org_1', 'tcall_1');
  await vi.advanceTimersByTimeAsync(0);
  expect(opened.passes('org_1')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  opened.queue.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened.passes('org_1')).toHaveLength(2);
  // The second call of the organization does not wait for the next regular pass.
  await vi.advanceTimersByTimeAsync(260);
  void caller(opened, 'org_1', 'tcall_2');
  await vi.advanceTimersByTimeAsync(1);
  expect(opened.passes('org_1')).toHaveLength(3);
});

it('a slow pass of one organization delays no other', async () => {
  const opened = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  opened.state.slow.set('org_1', promise);
  void caller(opened, 'org_1', 'tcall_1');
  void caller(opened, 'org_2', 'tcall_2');
  await vi.advanceTimersByTimeAsync(3000);
  expect([opened.passes('org_1').length, opened.passes('org_2').length >= 5]).toEqual([1, true]);
  resolve();
});

it('a call asks for a pass that begins after the question', async () => {
  const opened = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  opened.state.slow.set('org_1', promise);
  void opened.queue.look('org_1', 'tcall_1');
  const late = opened.queue.look('org_1', 'tcall_2');
  resolve();
  await vi.advanceTimersByTimeAsync(200);
  opened.state.over.add('tcall_2');
  await vi.advanceTimersByTimeAsync(400);
  expect(await late).toBeNull();
});

it('callers wait on while the database is away', async () => {
  const opened = open();
  opened.state.isAway = true;
  const first = opened.queue.look('org_1', 'tcall_1');
  await vi.advanceTimersByTimeAsync(0);
  expect(await first).toBe('unknown');
  opened.state.isAway = false;
  const second = opened.queue.look('org_1', 'tcall_1');
  await vi.advanceTimersByTimeAsync(600);
  expect(await second).toMatchObject({});
});
