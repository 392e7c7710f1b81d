import { beforeAll, expect, it } from 'vitest';
import { type AnswerSample, answerSamples } from '../../bench/answer-samples.ts';
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
