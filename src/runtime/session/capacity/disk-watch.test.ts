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

it('logs once that the disk is nearly full, that it cannot be read, and that it has room', async () => {
  const logged: string[] = [];
  const write = (_: object, message: string) => void logged.push(message);
  let free: number | null = 2e9;
  const readSpace = async () => {
    if (free === null) throw new Error('no such device');
    return { freeBytes: free, totalBytes: 100e9 };
  };
  const log = { warn: write, info: write } as unknown as Log;
  const watch = new DiskWatch({ folder: '/recordings', reserveBytes: null, readSpace, log });
  await watch.start();
  const [ended, abort] = [vi.fn<(shortage: string) => void>(), new AbortController()];
  const running = watch.run(ended, abort.signal);
  for (free of [0.5e9, null, 2e9]) await vi.advanceTimersByTimeAsync(6_000);
  abort.abort();
  await running;
  const values = (await metrics.getMetricsAsJSON()).map(({ name, values: [first] }) => [name, first?.value]);
  expect(values).toEqual([
    ['parley_recordings_disk_free_bytes', 2e9],
    ['parley_recordings_disk_reserve_bytes', 1e9],
  ]);
  expect(logged).toEqual([
    'recordings are off: the disk is nearly full',
    'cannot read the free space of the recordings folder',
    'recordings are on again: the disk has room',
  ]);
  expect(ended).toHaveBeenCalledWith(expect.stringContaining('has 500 MB free'));
});

it('does not delay the first call when the disk does not answer', async () => {
  const readSpace = () => new Promise<never>(() => undefined);
  const watch = new DiskWatch({ folder: '/recordings', reserveBytes: null, readSpace, log: {} as Log });
  const started = watch.start();
  await vi.advanceTimersByTimeAsync(1_000);
  await started;
  expect(watch.shortage).toBeNull();
});

it('does not check a disk again before it has answered, because each check holds a thread', async () => {
  const answer = Promise.withResolvers<{ freeBytes: number; totalBytes: number }>();
  const readSpace = vi.fn(() => answer.promise);
  const log = { warn: () => undefined } as unknown as Log;
  const watch = new DiskWatch({ folder: '/recordings', reserveBytes: null, readSpace, log });
  const started = watch.start();
  const [ended, abort] = [vi.fn<(shortage: string) => void>(), new AbortController()];
  const running = watch.run(ended, abort.signal);
  await vi.advanceTimersByTimeAsync(300_000);
  await started;
  expect(readSpace).toHaveBeenCalledTimes(1);
  answer.resolve({ freeBytes: 0.5e9, totalBytes: 100e9 });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(readSpace.mock.calls.length).toBeGreaterThan(1);
  expect(ended).toHaveBeenCalled();
  abort.abort();
  await running;
});

it('reads the space of the parent when the folder of the recordings does not exist', async () => {
  const { totalBytes, freeBytes } = await diskSpace(join(tmpdir(), 'not-made-yet'));
  expect(totalBytes).toBe((await diskSpace(tmpdir())).totalBytes);
  expect(freeBytes).toBeGreaterThan(0);
  await expect(diskSpace('/nowhere/at/all')).rejects.toThrow('ENOENT');
});
