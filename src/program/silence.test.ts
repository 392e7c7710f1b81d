import { expect, it } from 'vitest';
import { Silence } from './silence.ts';

it('counts from the last sign', () => {
  const silence = new Silence(2000, 0);
  expect(silence.look(2000)).toEqual({ silentMs: 2000, stalledMs: 0 });
  silence.heard(2100);
  expect(silence.look(4500)).toEqual({ silentMs: 2400, stalledMs: 0 });
  expect(silence.look(8000)).toEqual({ silentMs: 5900, stalledMs: 0 });
});

it('leaves out the time in which this process was stalled', () => {
  const silence = new Silence(2000, 0);
  silence.look(2000);
  silence.heard(2010);
  expect(silence.look(44_000)).toEqual({ silentMs: 1990, stalledMs: 40_000 });
  expect(silence.look(46_000)).toEqual({ silentMs: 3990, stalledMs: 0 });
});

it('counts the silence of a dead process, however late the looks are', () => {
  const silence = new Silence(2000, 0);
  let nowMs = 0;
  let looks = 0;
  for (; silence.silentMs(nowMs) <= 30_000; looks++) silence.look((nowMs += 5000));
  expect(looks).toBeLessThanOrEqual(16);
});
