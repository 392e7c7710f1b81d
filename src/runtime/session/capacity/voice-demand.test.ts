import { expect, test } from 'vitest';
import { VoiceDemand } from './voice-demand.ts';

const voice = { behindMs: 0, spokenCharacters: 0, charactersPerSecond: 400 };

/** Lets calls ask for characters for some seconds. */
function spend(demand: VoiceDemand, from: number, seconds: number, calls: number, perCallSecond: number) {
  for (let n = 0; n <= 2 * seconds; n++) {
    const spokenCharacters = calls * perCallSecond * (n / 2);
    demand.update({ nowMs: (from + n / 2) * 1000, calls, spokenCharacters });
  }
}

test('takes calls as if agents spoke all the time, until calls have shown what they ask for', () => {
  const demand = new VoiceDemand();
  // 60 % of 400 characters a second, at 15 a call.
  expect(demand.roomBeside(0, voice)).toBe(16);
  expect(demand.shareOf(16, voice)).toBeCloseTo(0.6);
  // Greetings that are spoken already say nothing about the answers.
  spend(demand, 0, 5, 30, 0);
  expect(demand.roomBeside(30, voice)).toBe(0);
  // Calls whose sentences are the same for all ask for little.
  spend(demand, 10, 60, 30, 0);
  expect(demand.roomBeside(30, voice)).toBeGreaterThan(500);
});

test('takes more calls whose agents speak less, and fewer on a machine that others keep busy', () => {
  const demand = new VoiceDemand();
  spend(demand, 0, 300, 10, 6);
  expect(demand.charactersOfCall).toBeCloseTo(6, 0);
  expect(demand.roomBeside(0, voice)).toBe(38);
  expect(demand.roomBeside(10, voice)).toBe(28);
  expect(demand.roomBeside(0, { ...voice, charactersPerSecond: 200 })).toBe(19);
  // Later calls count more.
  spend(demand, 300, 600, 30, 2);
  expect(demand.charactersOfCall).toBeCloseTo(2, 0);
});

test('a few calls are always taken, also while the voice is late, and all while no call uses it', () => {
  const demand = new VoiceDemand();
  const slow = { ...voice, behindMs: 9_000, charactersPerSecond: 10 };
  expect([0, 4, 5, 6].map((calls) => demand.roomBeside(calls, slow))).toEqual([5, 1, 0, 0]);
  expect(demand.roomBeside(6, { ...voice, behindMs: 1_001 })).toBe(0);
  expect(demand.roomBeside(200, null)).toBe(Number.POSITIVE_INFINITY);
});

test('calls of a few seconds change nothing, and neither does a voice that begins anew', () => {
  const demand = new VoiceDemand();
  for (let n = 0; n < 100; n++)
    demand.update({ nowMs: n * 500, calls: n % 10 === 0 ? 1 : 0, spokenCharacters: 50 * n });
  expect(demand.charactersOfCall).toBe(15);
  spend(demand, 60, 20, 10, 15);
  const before = demand.charactersOfCall;
  demand.update({ nowMs: 80_500, calls: 10, spokenCharacters: 0 });
  expect(demand.charactersOfCall).toBeGreaterThan(0.9 * before);
});
