import { beforeAll, expect, it } from 'vitest';
import { type AnswerSample, answerSamples, recognitionMs } from '../../bench/answer-samples.ts';
import { verdictOf } from '../../bench/answer-verdict.ts';

let samples: AnswerSample[];
beforeAll(async () => {
  samples = await answerSamples({ few: true });
});

const mistakes = (hasWords: boolean) =>
  samples.flatMap((sample) => {
    const kind = verdictOf(sample, { hasWords }).verdict?.kind ?? 'undecided';
    return kind === sample.label ? [] : [`${sample.label} taken for ${kind}: ${sample.name}`];
  });

it('detects all labelled answers of `npm run bench:answer` with their words', () => {
  expect(new Set(samples.map(({ label }) => label)).size).toBe(8);
  expect(mistakes(true)).toEqual([]);
});

it('takes no person for a machine without words, and errs only for menus, screenings and spoken intercepts', () => {
  const wrong = mistakes(false);
  expect(wrong.filter((mistake) => !/^(ivr|screening|intercept) /.test(mistake))).toEqual([]);
  expect(wrong.length / samples.length).toBeLessThan(0.15);
});

it('decides on a person within two seconds of the last word, and mostly within one', () => {
  const waits = samples
    .filter(({ label }) => label === 'person')
    .map(
      (sample) =>
        verdictOf(sample, { hasWords: false }).verdict!.decidedAtMs -
        (sample.words.at(-1)!.atMs - recognitionMs),
    )
    .toSorted((a, b) => a - b);
  expect(waits.length).toBeGreaterThan(20);
  expect(waits.at(-1)).toBeLessThan(2000);
  expect(waits[waits.length >> 1]).toBeLessThan(1000);
});
