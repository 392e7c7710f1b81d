import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallProgress, Checkpoint } from '../../../domains/calls/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { Checkpoints } from './checkpoints.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const call = (callId: string) => ({ organizationId: 'org_a', callId, nodeId: 'node_a' });
const progress = (turns: number) => () =>
  ({ transcript: [], turns: Array(turns), usage: [] }) as unknown as CallProgress;
const short = (batch: readonly Checkpoint[]) => batch.map(({ callId, turns }) => `${callId} ${turns.length}`);

function open(fails: (batch: number) => boolean = () => false) {
  const written: string[][] = [];
  const write = async (batch: Checkpoint[]) => {
    written.push(short(batch));
    if (fails(written.length)) throw new Error('the database is away');
  };
  return { written, checkpoints: new Checkpoints({ write, log: silentLog }) };
}

it('writes the changes of half a second together, each call once in its latest state', async () => {
  const { checkpoints, written } = open();
  checkpoints.mark(call('call_a'), progress(1));
  checkpoints.mark(call('call_b'), progress(1));
  checkpoints.mark(call('call_a'), progress(2));
  checkpoints.mark(call('call_c'), progress(9));
  checkpoints.forget('call_c');
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([['call_a 2', 'call_b 1']]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toHaveLength(1);
  checkpoints.mark(call('call_a'), progress(3));
  await vi.advanceTimersByTimeAsync(500);
  expect(written.at(-1)).toEqual(['call_a 3']);
});

it('repeats a failed write, and writes nothing after the end', async () => {
  const { checkpoints, written } = open((count) => count === 1);
  for (let n = 0; n < 120; n++) checkpoints.mark(call(`call_${n}`), progress(1));
  await vi.advanceTimersByTimeAsync(500);
  expect(written.map((batch) => batch.length)).toEqual([50]);
  checkpoints.forget('call_1');
  checkpoints.mark(call('call_0'), progress(2));
  await vi.advanceTimersByTimeAsync(1000);
  expect(written.map((batch) => batch.length)).toEqual([50, 50, 50, 19]);
  const repeated = written.slice(1).flat();
  expect(new Set(repeated).size).toBe(119);
  expect(repeated).toContain('call_0 2');
  expect(repeated).not.toContain('call_1 1');
  checkpoints.mark(call('call_0'), progress(3));
  await checkpoints.close();
  checkpoints.mark(call('call_0'), progress(4));
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toHaveLength(4);
});
