/**
 * `npm run bench:answer` plays generated and labelled answers to the classifier and prints whom it took for whom, and
 * how long after the answer it decided: without words, as it works without a recognizer; with `--words` with all of them, as
 * it would with one that makes no mistakes.
 */
import { AnswerListener, type AnswerVerdict, answerKinds } from '../src/answering/index.ts';
import { type AnswerSample, answerSamples } from './answer-samples.ts';

const pieceSamples = 160;

const hasWords = process.argv.includes('--words');

function classify({ pcm, words }: AnswerSample): AnswerVerdict | null {
  const listener = new AnswerListener(0, 8000);
  const coming = hasWords ? [...words] : [];
  for (let at = 0; at + pieceSamples <= pcm.length; at += pieceSamples) {
    while (coming[0] && coming[0].atMs <= at / 8) listener.heard(coming.shift()!.text);
    listener.audio(pcm.subarray(at, at + pieceSamples), at / 8);
  }
  return listener.verdict;
}

const samples = await answerSamples();
const results = samples.map((sample) => ({ sample, verdict: classify(sample) }));
const columns = [...answerKinds, 'undecided'] as const;
const cell = (text: string | number) => String(text).padStart(10);
console.log(`${samples.length} answers: rows are what they were, columns what they were taken for\n`);
console.log(['', ...columns, 'ms median', 'ms longest'].map(cell).join(''));
for (const label of answerKinds) {
  const own = results.filter(({ sample }) => sample.label === label);
  const counts = columns.map(
    (kind) => own.filter(({ verdict }) => (verdict?.kind ?? 'undecided') === kind).length,
  );
  const times = own
    .flatMap(({ verdict }) => (verdict ? [verdict.decidedAtMs] : []))
    .toSorted((a, b) => a - b);
  const middle = times[times.length >> 1] ?? '-';
  console.log([label, ...counts, middle, times.at(-1) ?? '-'].map(cell).join(''));
}
const wrong = results.filter(({ sample, verdict }) => verdict?.kind !== sample.label);
console.log(`\n${samples.length - wrong.length} of ${samples.length} right`);
for (const { sample, verdict } of process.argv.includes('--wrong') ? wrong : []) {
  console.log(`${sample.label} taken for ${verdict?.kind ?? 'nothing'} (${verdict?.reason}): ${sample.name}`);
}
