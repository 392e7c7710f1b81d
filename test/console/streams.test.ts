import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from '../../console/src/api/refresher.ts';
import { type WindowTurn, WindowTurns } from '../../console/src/api/window-turns.ts';
import { keepTyped } from '../../console/src/ui/keep-typed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Windows of one browser, each of which hears the turns of the others. */
function openWindows(count: number): WindowTurns[] {
  const windows: WindowTurns[] = [];
  const postOf = (index: number) => (turn: WindowTurn) =>
    windows.forEach((other, n) => {
      if (n !== index) other.hear(turn);
    });
  for (let n = 0; n < count; n++) windows.push(new WindowTurns(`window-${n}`, postOf(n)));
  return windows;
}
const following = (windows: WindowTurns[]) =>
  windows.flatMap(({ mayFollow }, index) => (mayFollow ? [index] : []));

test('of seven windows, the two that the user turned to last follow streams', () => {
  const windows = openWindows(7);
  for (const [index, one] of windows.entries()) one.turnTo(1_000 + index);
  expect(following(windows)).toEqual([5, 6]);
  windows[0]!.turnTo(2_000);
  expect(following(windows)).toEqual([0, 6]);
  windows[6]!.turnTo(3_000);
  expect(following(windows)).toEqual([0, 6]);
});

test('the next window follows when one that follows is hidden or closed', () => {
  const windows = openWindows(4);
  for (const [index, one] of windows.entries()) one.turnTo(1_000 + index);
  windows[3]!.leave();
  expect(windows[3]!.isShown).toBe(false);
  expect(following(windows)).toEqual([1, 2]);
  windows[3]!.turnTo(2_000);
  expect(following(windows)).toEqual([2, 3]);
});

test('exactly two windows follow when all are opened in the same millisecond', () => {
  // Each window takes its turn before it hears of the others.
  const turns: WindowTurn[] = [];
  const windows = [0, 1, 2, 3, 4].map((n) => new WindowTurns(`window-${n}`, (turn) => void turns.push(turn)));
  for (const one of windows) one.turnTo(1_000);
  for (const [n, one] of windows.entries()) {
    for (const [m, turn] of turns.entries()) if (m !== n) one.hear(turn);
  }
  expect(following(windows)).toEqual([3, 4]);
});

test('refreshes changes in rounds that never overlap, however slow the answers are', async () => {
  const rounds: string[][] = [];
  const slow = Promise.withResolvers<void>();
  let busy = '';
  const refresher = createRefresher({
    gatherMs: 1_000,
    isAsking: (name) => name === busy,
    refresh: (names) => {
      rounds.push([...names]);
      return rounds.length === 1 ? slow.promise : Promise.reject(new Error('the service is unreachable'));
    },
  });
  for (let event = 0; event < 100; event++) refresher.changed(['calls', 'overview']);
  await vi.advanceTimersByTimeAsync(1_000);
  refresher.changed(['calls']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toEqual([['calls', 'overview']]);
  // A request in progress when the round starts may return the old state.
  busy = 'calls';
  slow.resolve();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(rounds.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds.length).toBe(2);
  busy = '';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toEqual([['calls', 'overview'], ['calls'], ['calls']]);
  refresher.changed(['agents']);
  refresher.stop();
  await vi.runAllTimersAsync();
  expect(rounds.length).toBe(3);
});

test('keeps what was typed after a form was sent, and takes the rest from the service', () => {
  const sent = { name: ' Ada ', prompt: 'You are Ada.', tools: ['end_call'] };
  const now = { ...sent, prompt: 'You are Ada. Be brief.' };
  const stored = { name: 'Ada', prompt: 'You are Ada.', tools: ['end_call'] };
  expect(keepTyped(sent, now, stored)).toEqual({ ...stored, prompt: 'You are Ada. Be brief.' });
});
