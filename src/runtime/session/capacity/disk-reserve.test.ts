import { expect, it } from 'vitest';
import { DiskReserve } from './disk-reserve.ts';

const totalBytes = 100e9;

/** Returns after which looks at the free bytes nothing may be recorded. */
function shortAfter(wantedBytes: number | null, free: readonly number[], total = totalBytes): number[] {
  const reserve = new DiskReserve(wantedBytes);
  return free.filter((freeBytes) => {
    reserve.update({ freeBytes, totalBytes: total });
    return reserve.shortage !== null;
  });
}

it('keeps 1 GB free, or 5 % of a small disk, unless a reserve is set', () => {
  expect(shortAfter(null, [50e9, 1e9, 1e9 - 1])).toEqual([1e9 - 1]);
  expect(shortAfter(null, [0.5e9, 0.49e9], 10e9)).toEqual([0.49e9]);
  expect(shortAfter(4e9, [4e9, 3.9e9])).toEqual([3.9e9]);
});

it('has room again when a tenth more than the reserve is free', () => {
  expect(shortAfter(1e9, [0.9e9, 1.05e9, 1.1e9, 1.05e9])).toEqual([0.9e9, 1.05e9]);
});

it('reports no shortage when no space is reserved, or the size of the disk is unknown', () => {
  expect(shortAfter(0, [1, 0])).toEqual([]);
  expect(shortAfter(1e9, [0], 0)).toEqual([]);
});

it('reports the free space, the reserve and the remedy', () => {
  const reserve = new DiskReserve(null);
  reserve.update({ freeBytes: 412_900_000, totalBytes });
  expect(reserve.shortage).toBe(
    'the disk of the recordings has 412 MB free, and 1000 MB must stay free; free space on it, or lower PARLEY_RECORDINGS_RESERVE_MB',
  );
});
