import { expect, it } from 'vitest';
import { tone } from '../../test/audio/signals.ts';
import { soundingPart } from './sounding-part.ts';

const pause = (ms: number) => new Int16Array(ms * 8);
const together = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

it('leaves out the pauses around speech, but none within it', () => {
  const words = together(pause(140), tone(440, 100), pause(300), tone(440, 50), pause(200));
  expect(soundingPart(words)).toEqual({ startMs: 140, endMs: 600 });
});

it('returns all of quiet audio', () => {
  expect(soundingPart(pause(130))).toEqual({ startMs: 0, endMs: 130 });
  expect(soundingPart(together(pause(20), tone(440, 30)))).toEqual({ startMs: 20, endMs: 50 });
});
