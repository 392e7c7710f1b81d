import { expect, it } from 'vitest';
import { Silence } from './silence.ts';

it('counts from what was heard last', () => {
  const silence = new Silence(2000, 0);
  expect(silence.look(2000)).toEqual({ silentMs: 2000, stoodStillMs: 0 });
  silence.heard(2100);
  expect(silence.look(4500)).toEqual({ silentMs: 2400, stoodStillMs: 0 });
  expect(silence.look(8000)).toEqual({ silentMs: 5900, stoodStillMs: 0 });
});

it('does not hold against another process that this one stood still', () => {
  const silence = new Silence(2000, 0);
  silence.look(2000);
  silence.heard(2010);
  expect(silence.look(44_000)).toEqual({ silentMs: 1990, stoodStillMs: 40_000 });
  expect(silence.look(46_000)).toEqual({ silentMs: 3990, stoodStillMs: 0 });
});

it('counts the silence of one that is really gone, however late it is looked', () => {
  const silence = new Silence(2000, 0);
  let nowMs = 0;
  let looks = 0;
  for (; silence.silentMs(nowMs) <= 30_000; looks++) silence.look((nowMs += 5000));
  expect(looks).toBeLessThanOrEqual(16);
});
