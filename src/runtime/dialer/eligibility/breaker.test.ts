import { expect, it } from 'vitest';
import { Breaker } from './eligibility.ts';

function failing(times: number, nowMs = 0): Breaker {
  const breaker = new Breaker();
  for (let i = 0; i < times; i++) breaker.failed(nowMs);
  return breaker;
}

it('is closed until five calls have failed in a row', () => {
  expect([failing(0), failing(4), failing(5)].map((breaker) => breaker.admits(0))).toEqual([
    true,
    true,
    false,
  ]);
  const interrupted = failing(4);
  interrupted.succeeded();
  interrupted.failed(0);
  expect(interrupted.state(0)).toBe('closed');
});

it('is open for ten seconds, then half-open for one call', () => {
  const breaker = failing(5);
  expect([breaker.admits(9999), breaker.state(10_000)]).toEqual([false, 'half-open']);
  expect([breaker.admits(10_000), breaker.admits(10_000)]).toEqual([true, false]);
});

it('closes when that call succeeds, and opens again when it fails', () => {
  const [mended, broken] = [failing(5), failing(5)];
  for (const breaker of [mended, broken]) breaker.admits(10_000);
  mended.succeeded();
  broken.failed(12_000);
  expect([mended.admits(10_000), mended.isSound]).toEqual([true, true]);
  expect([broken.admits(21_999), broken.admits(22_000)]).toEqual([false, true]);
});
