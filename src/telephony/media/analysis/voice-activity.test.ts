import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type LabelledSpeech, labelledSpeech } from '../../../../test/audio/labelled-speech.ts';
import {
  cadence,
  clicks,
  join,
  keyTones,
  level,
  lineNoise,
  mix,
  silence,
} from '../../../../test/audio/line.ts';
import { decodeG711, encodeG711, toTelephoneRate } from '../index.ts';
import { type SpeechEdge, VoiceActivity } from './voice-activity.ts';

type Decision = SpeechEdge & { decidedAtMs: number };

let speech: (LabelledSpeech & { narrow: Int16Array; loudness: number })[];

beforeAll(async () => {
  speech = (await labelledSpeech()).map((labelled) => {
    const narrow = toTelephoneRate(labelled.pcm, 16_000);
    return { ...labelled, narrow, loudness: level(narrow.filter((sample) => Math.abs(sample) > 100)) };
  });
});

/** Returns the edges of this audio; `decidedAtMs` is the end of the frame that decided. */
function detect(
  pcm: Int16Array,
  { rateHz = 8_000, endAfterMs = 260, pauseAfterMs = 0, isPlaying = false } = {},
): Decision[] {
  const activity = new VoiceActivity(rateHz, endAfterMs);
  if (pauseAfterMs > 0) activity.pauseAfterMs = pauseAfterMs;
  const count = rateHz / 50;
  const decisions: Decision[] = [];
  for (let at = 0; at + count <= pcm.length; at += count) {
    const atMs = (at / count) * 20;
    const played = isPlaying ? new Int16Array(count) : null;
    const edge = activity.push(pcm.subarray(at, at + count), atMs, played);
    if (edge) decisions.push({ ...edge, decidedAtMs: atMs + 20 });
  }
  return decisions;
}

function overG711(pcm: Int16Array): Int16Array {
  return decodeG711('pcmu', encodeG711('pcmu', pcm));
}

/** Compares decisions with the labelled speech: hits, false starts, delays and errors of position. */
function assess(spoken: LabelledSpeech['spoken'], decisions: Decision[]) {
  const starts = decisions.filter(({ type }) => type === 'started');
  const found = spoken.flatMap(({ startMs, endMs }) => {
    const start = starts.find((it) => it.atMs > startMs - 120 && it.atMs < Math.min(endMs, startMs + 400));
    const end = decisions.findLast(({ type, atMs }) => type === 'ended' && Math.abs(atMs - endMs) < 300);
    return start && end ? [{ start, end, startMs, endMs }] : [];
  });
  const isFalse = ({ atMs }: Decision) =>
    !spoken.some(({ startMs, endMs }) => atMs > startMs - 120 && atMs < endMs);
  return {
    hits: found.length,
    falseStarts: starts.filter(isFalse).length,
    delaysMs: found.map(({ start, startMs }) => start.decidedAtMs - startMs),
    startErrorsMs: found.map(({ start, startMs }) => Math.abs(start.atMs - startMs)),
    endErrorsMs: found.map(({ end, endMs }) => Math.abs(end.atMs - endMs)),
  };
}

/** Returns the value that this share of the values does not exceed. */
function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
}

/** The bounds in milliseconds for half and for nine tenths of the decisions. */
const cases = [
  { colour: null, snr: 0, delay: [70, 160], startError: [10, 65], endError: [25, 130] },
  { colour: 'white', snr: 30, delay: [70, 160], startError: [10, 20], endError: [10, 110] },
  { colour: 'white', snr: 20, delay: [80, 160], startError: [10, 30], endError: [25, 170] },
  { colour: 'white', snr: 10, delay: [95, 180], startError: [30, 120], endError: [65, 200] },
  { colour: 'car', snr: 20, delay: [75, 160], startError: [10, 30], endError: [35, 200] },
  { colour: 'car', snr: 10, delay: [90, 160], startError: [25, 60], endError: [55, 200] },
] as const;

test.for(cases)('every utterance in $colour noise at $snr dB is found, and nothing else', (bounds) => {
  const { colour, snr, delay, startError, endError } = bounds;
  const all = speech.map(({ narrow, loudness, spoken }, i) => {
    const line = colour && lineNoise(i + 1, narrow.length / 8, loudness / 10 ** (snr / 20), colour);
    return assess(spoken, detect(overG711(line ? mix(narrow, line) : narrow)));
  });
  expect(all.map(({ hits, falseStarts }) => ({ hits, falseStarts }))).toEqual(
    new Array(3).fill({ hits: 8, falseStarts: 0 }),
  );
  const quantiles = (values: number[]) => [quantile(values, 0.5), quantile(values, 0.9)];
  const measured = {
    delay: quantiles(all.flatMap((it) => it.delaysMs)),
    startError: quantiles(all.flatMap((it) => it.startErrorsMs)),
    endError: quantiles(all.flatMap((it) => it.endErrorsMs)),
  };
  for (const [i, share] of ['half', 'nine tenths'].entries()) {
    expect(measured.delay[i], `${share} of the delays`).toBeLessThanOrEqual(delay[i]!);
    expect(measured.startError[i], `${share} of the beginnings`).toBeLessThanOrEqual(startError[i]!);
    expect(measured.endError[i], `${share} of the ends`).toBeLessThanOrEqual(endError[i]!);
  }
});

test('speech is found at 16 kHz', () => {
  const { pcm, spoken } = speech[1]!;
  const { hits, falseStarts } = assess(spoken, detect(pcm, { rateHz: 16_000 }));
  expect({ hits, falseStarts }).toEqual({ hits: 8, falseStarts: 0 });
});

test.each([false, true])('five minutes of noises and tones hold no speech; played audio: %s', (isPlaying) => {
  const background = (ms: number, rms = 20) => lineNoise(9, ms, rms, 'white');
  const after = (pcm: Int16Array) => join(silence(400), pcm);
  const sounds: Record<string, Int16Array> = {
    silence: silence(30_000),
    'white noise': lineNoise(1, 30_000, 500, 'white'),
    'noise of a car': lineNoise(2, 30_000, 500, 'car'),
    'noise that changes': join(
      ...[20, 300, 50, 1_000, 100].map((rms, i) =>
        lineNoise(i + 3, 8_000, rms, i % 2 === 0 ? 'white' : 'car'),
      ),
    ),
    keys: mix(after(keyTones('0123456789*#ABCD', 100, 100)), background(3_600)),
    'keys held long': keyTones('0123456789*#ABCD', 400, 200),
    'keys in noise': mix(after(keyTones('0123456789*#ABCD', 100, 100)), background(3_600, 400)),
    'ringing in America': mix(after(cadence([440, 480], 2_000, 4_000, 5)), background(30_400)),
    'ringing in Britain': mix(after(cadence([400, 450], 400, 200, 50)), background(30_400)),
    'ringing in Europe': cadence([425], 1_000, 4_000, 6),
    busy: mix(after(cadence([480, 620], 500, 500, 30)), background(30_400)),
    clicks: mix(clicks(30_000, 700), background(30_000)),
  };
  const starts = Object.entries(sounds).map(([name, pcm]) => [
    name,
    detect(overG711(pcm), { isPlaying }).length,
  ]);
  expect(Object.fromEntries(starts)).toEqual(Object.fromEntries(starts.map(([name]) => [name, 0])));
});

test('an end is decided `endAfterMs` after the speech', () => {
  const { narrow } = speech[0]!;
  for (const endAfterMs of [100, 260, 700]) {
    const ends = detect(narrow, { endAfterMs }).filter(({ type }) => type === 'ended');
    expect(ends.length).toBeGreaterThan(0);
    for (const { atMs, decidedAtMs } of ends) {
      expect(decidedAtMs - atMs).toBeGreaterThanOrEqual(endAfterMs);
      expect(decidedAtMs - atMs).toBeLessThan(endAfterMs + 20);
    }
  }
});

test('recorded speech goes on after a pause, or ends', async () => {
  const human = joinPath(import.meta.dirname, '../../../../test/audio/human');
  for (const name of ['amiable.ul', 'young-man.ul']) {
    const sentence = decodeG711('pcmu', await readFile(joinPath(human, name)));
    const whole = join(silence(400), sentence, silence(400));
    const [first, last] = [detect(whole)[0]!, detect(whole).at(-1)!];
    const words = whole.subarray(first.atMs * 8, last.atMs * 8);
    const pcm = join(silence(400), words, silence(160), words, silence(400));
    const decisions = detect(pcm, { pauseAfterMs: 100 });
    const types = decisions.map(({ type }) => type).join(' ');
    expect(types).toMatch(/^started( paused continued)+ paused ended$/);
    for (const [n, { type, atMs, decidedAtMs }] of decisions.entries()) {
      if (type === 'paused') expect(decidedAtMs - atMs).toBeLessThan(120);
      if (type !== 'continued') continue;
      expect(atMs).toBeGreaterThan(decisions[n - 1]!.atMs);
      expect(decidedAtMs - atMs).toBeLessThanOrEqual(120);
    }
  }
});
