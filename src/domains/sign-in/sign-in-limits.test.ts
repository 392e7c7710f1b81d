import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { SignInLimits } from './sign-in-limits.ts';

const nowMs = 1_000_000;

function takenBy(limits: SignInLimits, attempts: [address: string, name: string | null][]): number {
  return attempts.filter(([address, name]) => {
    try {
      limits.count(address, name, nowMs);
      return true;
    } catch {
      return false;
    }
  }).length;
}

test('allows thirty attempts per minute from one network', () => {
  const limits = new SignInLimits();
  const ofNetwork = Array.from(
    { length: 40 },
    (_, i) => [`2001:db8::${i}`, `${i}@a.example`] as [string, string],
  );
  expect(takenBy(limits, ofNetwork)).toBe(30);
  expect(takenBy(limits, [['2001:db8:0:0:ffff::1', null]])).toBe(0);
  expect(takenBy(limits, [['2001:db8:0:1::1', null]])).toBe(1);
  expect(() => limits.count('2001:db8::1', null, nowMs + 60_000)).not.toThrow();
});

test('allows ten attempts for one e-mail address in any spelling, from all addresses together', () => {
  const limits = new SignInLimits();
  const attempts = Array.from(
    { length: 20 },
    (_, i) => [`192.0.2.${i}`, i % 2 ? 'A@a.example' : 'a@A.example'] as [string, string],
  );
  expect(takenBy(limits, attempts)).toBe(10);
});

test('counts no attempts for a name from an address over its limit', () => {
  const limits = new SignInLimits();
  takenBy(
    limits,
    Array.from({ length: 30 }, (_, i) => ['192.0.2.1', `${i}@a.example`]),
  );
  expect(takenBy(limits, Array(20).fill(['192.0.2.1', 'victim@a.example']))).toBe(0);
  expect(takenBy(limits, [['192.0.2.2', 'victim@a.example']])).toBe(1);
});

test('runs two hashes at once, queues thirty and refuses further ones', async () => {
  const concurrencyLimit = new ConcurrencyLimit();
  const gate = Promise.withResolvers<void>();
  let inside = 0;
  let most = 0;
  const all = Array.from({ length: 40 }, () =>
    concurrencyLimit.run(async () => {
      most = Math.max(most, ++inside);
      await gate.promise;
      inside--;
    }),
  );
  const settled = Promise.allSettled(all);
  gate.resolve();
  const outcomes = (await settled).map(({ status }) => status);
  expect(most).toBe(2);
  expect(outcomes.filter((status) => status === 'rejected')).toHaveLength(8);
  // A failed run releases its slot.
  await expect(concurrencyLimit.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await concurrencyLimit.run(async () => 'in')).toBe('in');
});
