import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CarrierLimits } from './limits.ts';

it('limits concurrent calls', () => {
  const limits = new CarrierLimits({ concurrentCalls: 2, callsPerSecond: null });
  expect([limits.admit(0), limits.admit(0), limits.admit(0)]).toEqual([true, true, false]);
  limits.release();
  expect([limits.live, limits.admit(1), limits.live]).toEqual([1, true, 2]);
});

it('limits calls per second', () => {
  const steps = fc.array(fc.nat(400), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), steps, (callsPerSecond, waitsMs) => {
      const limits = new CarrierLimits({ concurrentCalls: null, callsPerSecond });
      const taken: number[] = [];
      let nowMs = 0;
      for (const waitMs of waitsMs) {
        nowMs += waitMs;
        const before = taken.filter((atMs) => atMs > nowMs - 1000).length;
        expect(limits.admit(nowMs)).toBe(before < callsPerSecond);
        if (before < callsPerSecond) taken.push(nowMs);
      }
    }),
  );
});
