import { expect, test } from 'vitest';
import { SignInLimits } from './sign-in-limits.ts';
import { Turnstile } from './turnstile.ts';

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

test('one address has thirty attempts a minute, whatever part of its network it uses', () => {
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

test('one e-mail address has ten, wherever they come from and however it is written', () => {
  const limits = new SignInLimits();
  const attempts = Array.from(
    { length: 20 },
    (_, i) => [`192.0.2.${i}`, i % 2 ? 'A@a.example' : 'a@A.example'] as [string, string],
  );
  expect(takenBy(limits, attempts)).toBe(10);
});

test('who may try no more from an address keeps nobody else from trying', () => {
  const limits = new SignInLimits();
  takenBy(
    limits,
    Array.from({ length: 30 }, (_, i) => ['192.0.2.1', `${i}@a.example`]),
  );
  expect(takenBy(limits, Array(20).fill(['192.0.2.1', 'victim@a.example']))).toBe(0);
  expect(takenBy(limits, [['192.0.2.2', 'victim@a.example']])).toBe(1);
});

test('two hash at a time, thirty wait, and whoever comes then is sent away', async () => {
  const turnstile = new Turnstile();
  const gate = Promise.withResolvers<void>();
  let inside = 0;
  let most = 0;
  const all = Array.from({ length: 40 }, () =>
    turnstile.pass(async () => {
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
  // One that fails gives its place back.
  await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turnstile.pass(async () => 'in')).toBe('in');
});
