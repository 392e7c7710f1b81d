import { expect, it } from 'vitest';
import { HeardSpeech } from './heard-speech.ts';

/** Passes packets of 20 ms from a timestamp on. They are loud at an `x` of `pattern`, and lost at a `_`. */
function hear(pattern: string, timestamp = 4_294_960_000): HeardSpeech {
  const heard = new HeardSpeech();
  [...pattern].forEach((sound, index) => {
    if (sound === '_') return;
    const arrivedAtMs = 1_000_000 + index * 20 + (index % 7);
    heard.packet((timestamp + index * 160) >>> 0, 160, sound === 'x' ? -20 : -96, arrivedAtMs);
  });
  return heard;
}

const pause = '.'.repeat(13);

it('joins words over their pauses, and separates sentences', () => {
  const heard = hear(`..xxxx....xx${pause}xxx${pause}.`);
  expect(heard.intervals).toEqual([
    { startMs: 40, endMs: 240 },
    { startMs: 500, endMs: 560 },
  ]);
  expect([heard.positionMs, heard.silentForMs, heard.spokenForMs]).toEqual([840, 280, 0]);
});

it('keeps positions over lost packets, and drops clicks and late packets', () => {
  const heard = hear(`x${pause}..xx__xx`);
  expect(heard.intervals).toEqual([{ startMs: 320, endMs: 440 }]);
  heard.packet(4_294_960_000, 160, -20, 2_000_000);
  expect([heard.positionMs, heard.spokenForMs]).toEqual([440, 120]);
});

it('finds the time of position zero from the least delayed packet', () => {
  expect(new HeardSpeech().zeroEpochMs).toBeNull();
  expect(hear('.......').zeroEpochMs).toBe(1_000_000 - 20);
});

it('measures a turn over its pauses, but not over the silence between turns', () => {
  const heard = hear(`xxxx${pause}xxxx${pause}xx`);
  // Three intervals with pauses of 260 ms are one turn of 720 ms, or three turns when 200 ms of silence end a turn.
  expect([heard.turnForMs(0, 700), heard.turnForMs(0, 200)]).toEqual([720, 40]);
  // The other party spoke in the first and the second pause.
  expect([heard.turnForMs(100, 700), heard.turnForMs(500, 700)]).toEqual([380, 40]);
  expect([heard.turnForMs(720, 700), hear('').turnForMs(0, 700)]).toEqual([0, 0]);
  expect(hear(`xxxx${pause}`).turnForMs(0, 260)).toBe(0);
});

it('keeps the level of every 20 ms, and silence for lost packets', () => {
  const loud = hear('x__x').levels;
  expect(loud).toHaveLength(4);
  expect([loud[1], loud[2]]).toEqual([-96, -96]);
  expect(Math.min(loud[0]!, loud[3]!)).toBeGreaterThan(-50);
});
