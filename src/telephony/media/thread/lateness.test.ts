import { afterEach, expect, test, vi } from 'vitest';
import { LatenessMeter, latenessBytes, latenessOf } from './lateness.ts';

afterEach(() => vi.useRealTimers());

test('another thread sees the share of late packets of a second, and the next second begins anew', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const memory = new SharedArrayBuffer(latenessBytes);
  const meter = new LatenessMeter(memory);
  const second = (latenesses: readonly number[]) => {
    for (const latenessMs of latenesses) meter.add(latenessMs);
    vi.advanceTimersByTime(1_000);
    meter.endSlot(performance.now());
  };
  expect(latenessOf(memory)).toBe(0);
  second([0, 3, 10, 11]);
  expect(latenessOf(memory)).toBe(0.25);
  second([0, 3]);
  expect(latenessOf(memory)).toBe(0);
});

test('a report expires', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const memory = new SharedArrayBuffer(latenessBytes);
  const meter = new LatenessMeter(memory);
  meter.add(50);
  vi.advanceTimersByTime(1_000);
  meter.endSlot(performance.now());
  vi.advanceTimersByTime(3_000);
  expect(latenessOf(memory)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(latenessOf(memory)).toBe(0);
});
