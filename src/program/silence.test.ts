import { expect, it } from 'vitest';
import { Silence } from './silence.ts';

it('counts from the last sign of life', () => {
  const silence = new Silence(2000, 0);
  expect(silence.check(2000)).toEqual({ silentMs: 2000, stalledMs: 0 });
  silence.heard(2100);
  expect(silence.check(4500)).toEqual({ silentMs: 2400, stalledMs: 0 });
  expect(silence.check(8000)).toEqual({ silentMs: 5900, stalledMs: 0 });
});

it('leaves out the time in which this process was stalled', () => {
  const silence = new Silence(2000, 0);
  silence.check(2000);
  silence.heard(2010);
  expect(silence.check(44_000)).toEqual({ silentMs: 1990, stalledMs: 40_000 });
  expect(silence.check(46_000)).toEqual({ silentMs: 3990, stalledMs: 0 });
});

it('counts the silence of a dead process even if every check is late', () => {
  const silence = new Silence(2000, 0);
  let nowMs = 0;
  let checks = 0;
  while (silence.silentMs(nowMs) <= 30_000) {
    nowMs += 5000;
    silence.check(nowMs);
    checks++;
  }
  expect(checks).toBeLessThanOrEqual(16);
});
