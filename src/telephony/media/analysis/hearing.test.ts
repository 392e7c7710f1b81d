import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type LabelledSpeech, labelledSpeech } from '../../../../test/audio/labelled-speech.ts';
import { join, level, lineNoise, mix, silence } from '../../../../test/audio/line.ts';
import { decodeG711 } from '../codec/g711.ts';
import { samplesPerTick } from '../codec/pcm.ts';
import { toTelephoneRate } from '../codec/resample.ts';
import { Hearing, type HearingOptions } from './hearing.ts';

type Emitted = { audio: Int16Array; atMs: number; isUrgent: boolean } | { speech: string; atMs: number };

let voices: LabelledSpeech[];
let voice: Int16Array;

beforeAll(async () => {
  voices = await labelledSpeech();
  voice = voices[0]!.pcm;
});

/** Returns the reports on this audio. `skipAt` is the tick before which the clock has a gap. */
function hear(pcm: Int16Array, options: HearingOptions, skipAt = -1, isPlaying = false): Emitted[] {
  const emitted: Emitted[] = [];
  const hearing = new Hearing(8_000, {
    audio: (audio, atMs, isUrgent) => emitted.push({ audio: audio.slice(), atMs, isUrgent }),
    speech: (speech, atMs) => emitted.push({ speech, atMs }),
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
  return emitted;
}

const audioOf = (emitted: readonly Emitted[]) => emitted.filter((one) => 'audio' in one);
const lengths = (emitted: readonly Emitted[]) => audioOf(emitted).map(({ audio }) => audio.length / 8);

test('all audio comes in pieces of the requested length', () => {
  const pcm = Int16Array.from({ length: 8_000 * 0.5 }, (_, n) => n);
  expect(lengths(hear(pcm, { audio: true, speech: null }))).toEqual(Array(25).fill(20));
  const emitted = hear(pcm, { audio: true, speech: null, pieceMs: 120 });
  expect(lengths(emitted)).toEqual([120, 120, 120, 120, 20]);
  expect(audioOf(emitted).map(({ atMs }) => atMs)).toEqual([0, 120, 240, 360, 480]);
  expect(Int16Array.from(audioOf(emitted).flatMap(({ audio }) => [...audio]))).toEqual(pcm);
});

test('leaves the frames as they are, which the recording has, while it reduces noise and silences others', () => {
  const pcm = mix(toTelephoneRate(voice, 16_000), lineNoise(7, voice.length / 16, 500, 'car'));
  const before = pcm.slice();
  const options = { audio: true, reducesNoise: true, onlySpeech: true } as const;
  const emitted = hear(pcm, { ...options, speech: { endAfterMs: 250, backgroundSuppression: 'standard' } });
  expect(pcm).toEqual(before);
  const reported = join(...audioOf(emitted).map(({ audio }) => audio));
  expect(level(reported)).toBeLessThan(level(before));
});

test('only audio in single frames is urgent', () => {
  const pcm = new Int16Array(1_600);
  const urgent = (pieceMs: number) =>
    audioOf(hear(pcm, { audio: true, speech: null, pieceMs })).map(({ isUrgent }) => isUrgent);
  expect(new Set(urgent(20))).toEqual(new Set([true]));
  expect(new Set(urgent(100))).toEqual(new Set([false]));
});

test('a gap in the clock separates pieces', () => {
  const emitted = hear(new Int16Array(1_600), { audio: true, speech: null, pieceMs: 100 }, 3);
  expect(audioOf(emitted).map(({ atMs, audio }) => [atMs, audio.length / 8])).toEqual([
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
  'pieces are short (%i ms) during speech, and an edge comes after all audio before it',
  (longestMs, spokenPieceMs, isPlaying) => {
    const wanted = spokenPieceMs === undefined ? {} : { spokenPieceMs };
    const emitted = hear(
      voice,
      { audio: true, speech: { endAfterMs: 240 }, pieceMs: 200, ...wanted },
      -1,
      isPlaying,
    );
    const spoken: number[] = [];
    let heardMs = 0;
    let isSpeaking = false;
    let edges = 0;
    for (const one of emitted) {
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
    expect(Math.max(...lengths(emitted))).toBe(200);
  },
);

const standard = { endAfterMs: 260, backgroundSuppression: 'standard' } as const;
const samplesOf = (emitted: readonly Emitted[]) =>
  Int16Array.from(audioOf(emitted).flatMap(({ audio }) => [...audio]));

test('every utterance is found in white noise that is 5 dB below it, and nothing else', () => {
  const leadMs = 1_000;
  for (const { pcm, spoken } of voices) {
    const said = toTelephoneRate(pcm, 16_000);
    const loudness = level(said.filter((sample) => Math.abs(sample) > 100));
    const line = join(silence(leadMs), said);
    const room = lineNoise(1, line.length / 8, loudness / 10 ** (5 / 20), 'white');
    const emitted = hear(mix(line, room), { audio: false, speech: standard });
    const found = emitted.flatMap((one) => {
      if (!('speech' in one) || one.speech !== 'started') return [];
      const atMs = one.atMs - leadMs;
      return spoken.findIndex(({ startMs, endMs }) => atMs > startMs - 120 && atMs < endMs);
    });
    // A soft word in the middle may be lost, and its sentence then begins twice.
    expect([...new Set(found)]).toEqual(spoken.map((_, index) => index));
  }
});

test('steady noise is reduced in the reported audio if that is wanted, and a quiet line is not changed', () => {
  const report = (pcm: Int16Array, reducesNoise: boolean) =>
    samplesOf(hear(pcm, { audio: true, reducesNoise, speech: standard }));
  const decibels = (pcm: Int16Array) => 20 * Math.log10(level(pcm));
  const loud = lineNoise(1, 4_000, 300, 'white');
  expect(report(loud, false)).toEqual(loud);
  expect(decibels(report(loud, true).subarray(16_000))).toBeLessThan(decibels(loud) - 12);
  const quiet = mix(toTelephoneRate(voice, 16_000), lineNoise(1, voice.length / 16, 20, 'white'));
  expect(report(quiet, true)).toEqual(report(quiet, false));
});

test('only speech is reported if that is wanted, although no other voice is known', () => {
  // Too soft for a caller who speaks over the agent, and no voice that counts as another one.
  const murmur = lineNoise(1, 4_000, 150, 'white').map((sample, n) => (n % 4_000 < 800 ? sample : 0));
  const said = join(murmur, toTelephoneRate(voice, 16_000));
  const report = (onlySpeech: boolean) =>
    samplesOf(hear(said, { audio: true, onlySpeech, speech: standard })).subarray(8_000, 28_000);
  expect(level(report(false))).toBeGreaterThan(10);
  expect(level(report(true))).toBe(0);
  const reported = (onlySpeech: boolean) =>
    samplesOf(hear(toTelephoneRate(voice, 16_000), { audio: true, onlySpeech, speech: standard }));
  expect(level(reported(true))).toBeGreaterThan(0.95 * level(reported(false)));
});

test('with another voice in the room, silence follows the caller’s words at once, and their beginning is not lost', async () => {
  const human = joinPath(import.meta.dirname, '../../../../test/audio/human');
  const other = decodeG711('pcmu', await readFile(joinPath(human, 'amiable.ul')));
  const words = decodeG711('pcmu', await readFile(joinPath(human, 'young-man.ul')));
  const room = join(...Array.from({ length: 12 }, () => other)).map((sample) => sample / 8);
  const fromMs = 4_000;
  const untilMs = fromMs + words.length / 8;
  const line = mix(join(silence(fromMs), words, silence(3_000)), room.subarray(0, (untilMs + 3_000) * 8));
  const emitted: { fromMs: number; untilMs: number; nowMs: number; isSilent: boolean }[] = [];
  let nowMs = 0;
  const hearing = new Hearing(8_000, {
    audio: (pcm, atMs) =>
      emitted.push({ fromMs: atMs, untilMs: atMs + pcm.length / 8, nowMs, isSilent: level(pcm) === 0 }),
    speech: () => undefined,
  });
  hearing.listen({ audio: true, pieceMs: 40, speech: standard });
  for (; nowMs < line.length / 8; nowMs += 20)
    hearing.hear(
      line.subarray(nowMs * 8, nowMs * 8 + 160),
      nowMs,
      nowMs < fromMs ? new Int16Array(160) : null,
    );

  const after = emitted.filter((one) => one.fromMs > untilMs + 700);
  expect(after.length).toBeGreaterThan(20);
  for (const one of after) expect(one).toMatchObject({ isSilent: true, untilMs: one.nowMs + 20 });
  const before = emitted.filter((one) => one.fromMs > 2_500 && one.untilMs < fromMs - 400);
  expect(before.length).toBeGreaterThan(10);
  for (const one of before) expect(one).toMatchObject({ isSilent: true, untilMs: one.nowMs + 20 });
  const heard = emitted.filter((one) => !one.isSilent && one.untilMs > fromMs && one.fromMs < untilMs);
  expect(Math.min(...heard.map((one) => one.fromMs))).toBeLessThanOrEqual(fromMs);
  expect(heard.reduce((sum, one) => sum + one.untilMs - one.fromMs, 0)).toBeGreaterThan(
    words.length / 8 - 100,
  );
});
