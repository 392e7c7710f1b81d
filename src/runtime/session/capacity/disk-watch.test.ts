import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Log, metrics } from '../../../platform/kernel/index.ts';
import { DiskWatch, diskSpace } from './disk-watch.ts';

beforeEach(() => {
  metrics.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('says once that the disk fills up, that it cannot be looked at, and that there is room', async () => {
  const logged: string[] = [];
  const write = (_: object, message: string) => void logged.push(message);
  let free: number | null = 2e9;
  const look = async () => {
    if (free === null) throw new Error('no such device');
    return { freeBytes: free, totalBytes: 100e9 };
  };
  const log = { warn: write, info: write } as unknown as Log;
  const watch = new DiskWatch({ folder: '/recordings', reserveBytes: null, look, log });
  await watch.start();
  const [ended, abort] = [vi.fn<(shortage: string) => void>(), new AbortController()];
  const running = watch.run(ended, abort.signal);
  for (free of [0.5e9, null, 2e9]) await vi.advanceTimersByTimeAsync(6_000);
  abort.abort();
  await running;
  expect(logged).toEqual([
    'recordings are off: the disk is nearly full',
    'the free space of the recordings folder could not be read',
    'recordings are on again: the disk has room',
  ]);
  expect(ended).toHaveBeenCalledWith(expect.stringContaining('500 MB are free'));
});

it('does not keep the first call waiting for a disk that does not answer', async () => {
  const look = () => new Promise<never>(() => undefined);
  const watch = new DiskWatch({ folder: '/recordings', reserveBytes: null, look, log: {} as Log });
  const started = watch.start();
  await vi.advanceTimersByTimeAsync(1_000);
  await started;
  expect(watch.shortage).toBeNull();
});

it('looks no second time at a disk that has not answered, as each look keeps a thread waiting', async () => {
  const answer = Promise.withResolvers<{ freeBytes: number; totalBytes: number }>();
  const look = vi.fn(() => answer.promise);
  const log = { warn: () => undefined } as unknown as Log;
  const watch = new DiskWatch({ folder: '/recordings', reserveBytes: null, look, log });
  const started = watch.start();
  const [ended, abort] = [vi.fn<(shortage: string) => void>(), new AbortController()];
  const running = watch.run(ended, abort.signal);
  await vi.advanceTimersByTimeAsync(300_000);
  await started;
  expect(look).toHaveBeenCalledTimes(1);
  answer.resolve({ freeBytes: 0.5e9, totalBytes: 100e9 });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(look.mock.calls.length).toBeGreaterThan(1);
  expect(ended).toHaveBeenCalled();
  abort.abort();
  await running;
});

it('looks at the folder above where that of the recordings is not made yet', async () => {
  const { totalBytes, freeBytes } = await diskSpace(join(tmpdir(), 'not-made-yet'));
  expect(totalBytes).toBe((await diskSpace(tmpdir())).totalBytes);
  expect(freeBytes).toBeGreaterThan(0);
  await expect(diskSpace('/nowhere/at/all')).rejects.toThrow('ENOENT');
});
