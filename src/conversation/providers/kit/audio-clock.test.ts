import { expect, test } from 'vitest';
import { AudioClock } from './audio-clock.ts';

test("keeps positions on the caller's clock through pauses", () => {
  const clock = new AudioClock(8_000);
  expect(clock.at(0)).toBe(0);
  clock.sent(8_000, 5_000);
  clock.sent(8_000, 6_000);
  clock.sent(4_000, 60_000);
  expect(clock.sentMs).toBe(2_500);
  expect(clock.at(0)).toBe(5_000);
  expect(clock.at(1_500)).toBe(6_500);
  expect([clock.at(2_000, 'end'), clock.at(2_000, 'start')]).toEqual([7_000, 60_000]);
  expect(clock.at(2_250)).toBe(60_250);
});

test('bounds its memory', () => {
  const clock = new AudioClock(8_000);
  for (let n = 0; n < 5_000; n++) clock.sent(80, n * 1_000);
  expect(clock.at(clock.sentMs)).toBe(4_999_010);
  expect(clock.at(0, 'start')).toBeGreaterThanOrEqual(4_000_000);
});

test('pairs answers with requests, also after one without an answer', () => {
  const clock = new AudioClock(8_000);
  const request = () => {
    clock.sent(8_000, clock.sentMs);
    clock.requestedResults();
  };
  for (let n = 0; n < 4; n++) request();
  expect([clock.answeredRequest(), clock.pendingMs]).toEqual([1_000, 2_000]);
  expect([clock.answeredRequest(2_500), clock.pendingMs]).toEqual([3_000, 4_000]);
  expect([clock.answeredRequest(), clock.answeredRequest()]).toEqual([4_000, 4_000]);
});
