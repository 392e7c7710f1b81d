import { expect, it } from 'vitest';
import { answeredMs, rowsOf, spokenPointMs, stoppedMs } from '../../bench/turns/measures.ts';
import type { PlayedCall } from '../../scripts/scenarios/expectations.ts';
import { levelEveryMs, speechDb } from '../../src/simulation/index.ts';

/** A call in which the customer spoke from 5.0 to 6.0 s and heard the agent in these stretches. */
const call = (...heard: [startMs: number, endMs: number][]) =>
  ({
    heard: heard.map(([startMs, endMs]) => ({ startMs, endMs })),
    heardZeroEpochMs: 100_000,
    actions: [{ startEpochMs: 105_000, endEpochMs: 106_000 }],
  }) as unknown as PlayedCall;

it('times the silence of the agent only when it was audible at the first sample', () => {
  expect(stoppedMs(call([300, 5_150]))).toBe(150);
  expect(stoppedMs(call([300, 9_000]))).toBeNull();
  expect(stoppedMs(call([300, 4_990], [7_000, 8_000]))).toBe('paused');
});

it('times the first packet after the last word', () => {
  expect(answeredMs(call([300, 5_150], [6_700, 8_000]))).toBe(700);
  expect(answeredMs(call([300, 9_000]))).toBeNull();
});

it('moves a point out of a pause of the announcement', () => {
  const spoken = (ms: number) => Array.from({ length: ms / levelEveryMs }, () => speechDb + 20);
  const silent = (ms: number) => Array.from({ length: ms / levelEveryMs }, () => speechDb - 40);
  const reference = [...spoken(2_000), ...silent(200), ...spoken(2_000)];
  expect(spokenPointMs(reference, 1_000, 3_000)).toBe(1_000);
  const point = spokenPointMs(reference, 1_800, 3_000);
  // Shorter gaps than 80 ms are parts of words.
  expect([point >= 2_020, point <= 2_100]).toEqual([true, true]);
});

it('leaves callers that met a pause out of the count', () => {
  const measured = {
    stopped: [100, 'paused' as const, null].map((ms) => ({ isRecorded: false, ms })),
    answered: [
      { name: 'quiet', ms: 400 },
      { name: 'quiet', ms: 2_500 },
    ],
    delays: [
      { name: 'cough', ms: 20 },
      { name: 'cough', ms: 'lost' as const },
    ],
  };
  expect(Object.fromEntries(rowsOf(measured))).toEqual({
    'silent after synthetic speech': '100 / 100 (1 of 2, 1 in a pause)',
    'silent after recorded speech': '- (0 of 0)',
    quiet: '400 / 400 (1 of 2)',
    cough: '- (0 of 2), 1 lost',
  });
});
