import { beforeAll, expect, it } from 'vitest';
import { type AnswerSample, answerSamples, recognitionMs } from '../../bench/answer-samples.ts';
import { verdictOf } from '../../bench/answer-verdict.ts';

let samples: AnswerSample[];
beforeAll(async () => {
  samples = await answerSamples({ few: true });
});

const mistakes = (hasWords: boolean) =>
  samples.flatMap((sample) => {
    const kind = verdictOf(sample, hasWords)?.kind ?? 'undecided';
    return kind === sample.label ? [] : [`${sample.label} taken for ${kind}: ${sample.name}`];
  });

it('the labelled answers of `npm run bench:answer` are all told apart with their words', () => {
  expect(new Set(samples.map(({ label }) => label)).size).toBe(6);
  expect(mistakes(true)).toEqual([]);
});

it('without words no person is taken for a machine, and only menus and screenings for something else', () => {
  const wrong = mistakes(false);
  expect(wrong.filter((mistake) => !/^(ivr|screening) /.test(mistake))).toEqual([]);
  expect(wrong.length / samples.length).toBeLessThan(0.15);
});

it('a person waits for two seconds at most after the last word, and mostly for less than one, by the clock of the audio', () => {
  const waits = samples
    .filter(({ label }) => label === 'person')
    .map((sample) => verdictOf(sample, false)!.decidedAtMs - (sample.words.at(-1)!.atMs - recognitionMs))
    .toSorted((a, b) => a - b);
  expect(waits.length).toBeGreaterThan(20);
  expect(waits.at(-1)).toBeLessThan(2000);
  expect(waits[waits.length >> 1]).toBeLessThan(1000);
});
