import { beforeAll, expect, test } from 'vitest';
import { labelledSpeech } from '../../../../test/audio/labelled-speech.ts';
import { samplesPerTick } from '../codec/pcm.ts';
import { Hearing, type HearingOptions } from './hearing.ts';

type Told = { audio: Int16Array; atMs: number; isUrgent: boolean } | { speech: string; atMs: number };

let voice: Int16Array;

beforeAll(async () => {
  const [first] = await labelledSpeech();
  voice = first!.pcm;
});

/** What is told while this is heard; a gap in the ticks where `skipAt` says. */
function hear(pcm: Int16Array, options: HearingOptions, skipAt = -1, isPlaying = false): Told[] {
  const told: Told[] = [];
  const hearing = new Hearing(8_000, {
    audio: (audio, atMs, isUrgent) => told.push({ audio: audio.slice(), atMs, isUrgent }),
    speech: (speech, atMs) => told.push({ speech, atMs }),
  });
  hearing.listen(options);
  const count = samplesPerTick(8_000);
  for (let tick = 0; (tick + 1) * count <= pcm.length; tick++) {
    const atMs = (tick + (skipAt >= 0 && tick >= skipAt ? 50 : 0)) * 20;
    hearing.hear(
      pcm.subarray(tick * count, (tick + 1) * count),
      atMs,
      isPlaying ? new Int16Array(count) : null,
    );
  }
  hearing.listen({ audio: false, speech: null });
  return told;
}

const audioOf = (told: readonly Told[]) => told.filter((one) => 'audio' in one);
const lengths = (told: readonly Told[]) => audioOf(told).map(({ audio }) => audio.length / 8);

test('audio comes in pieces of the length that is asked for, all of it', () => {
  const pcm = Int16Array.from({ length: 8_000 * 0.5 }, (_, n) => n);
  expect(lengths(hear(pcm, { audio: true, speech: null }))).toEqual(Array(25).fill(20));
  const told = hear(pcm, { audio: true, speech: null, pieceMs: 120 });
  expect(lengths(told)).toEqual([120, 120, 120, 120, 20]);
  expect(audioOf(told).map(({ atMs }) => atMs)).toEqual([0, 120, 240, 360, 480]);
  expect(Int16Array.from(audioOf(told).flatMap(({ audio }) => [...audio]))).toEqual(pcm);
});

test('only what is wanted frame by frame is urgent', () => {
  const pcm = new Int16Array(1_600);
  const urgent = (pieceMs: number) =>
    audioOf(hear(pcm, { audio: true, speech: null, pieceMs })).map(({ isUrgent }) => isUrgent);
  expect(new Set(urgent(20))).toEqual(new Set([true]));
  expect(new Set(urgent(100))).toEqual(new Set([false]));
});

test('a gap in the clock parts pieces', () => {
  const told = hear(new Int16Array(1_600), { audio: true, speech: null, pieceMs: 100 }, 3);
  expect(audioOf(told).map(({ atMs, audio }) => [atMs, audio.length / 8])).toEqual([
    [0, 60],
    [1_060, 100],
    [1_160, 40],
  ]);
});

test.each([
  [40, undefined, false],
  [100, 100, false],
  [40, 100, true],
])(
  'while somebody speaks pieces are short (%i ms), and an edge comes after all audio before it',
  (longestMs, spokenPieceMs, isPlaying) => {
    const wanted = spokenPieceMs === undefined ? {} : { spokenPieceMs };
    const told = hear(
      voice,
      { audio: true, speech: { endAfterMs: 240 }, pieceMs: 200, ...wanted },
      -1,
      isPlaying,
    );
    const spoken: number[] = [];
    let heardMs = 0;
    let isSpeaking = false;
    let edges = 0;
    for (const one of told) {
      if ('speech' in one) {
        edges++;
        isSpeaking = one.speech === 'started';
        expect(heardMs).toBeGreaterThan(one.atMs);
        continue;
      }
      heardMs = one.atMs + one.audio.length / 8;
      if (isSpeaking) spoken.push(one.audio.length / 8);
    }
    expect(edges).toBeGreaterThanOrEqual(2);
    expect(Math.max(...spoken)).toBe(longestMs);
    expect(Math.max(...lengths(told))).toBe(200);
  },
);
