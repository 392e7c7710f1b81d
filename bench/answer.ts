/**
 * `npm run bench:answer` plays generated and labelled answers to the classifier and prints whom it took for whom, and
 * how long after the answer it decided: without words, as it works without a recognizer; with `--words` with all of them, as
 * it would with one that makes no mistakes.
 */
import { answerKinds } from '../src/telephony/answer-detection/index.ts';
import { answerSamples } from './answer-samples.ts';
import { verdictOf } from './answer-verdict.ts';

const hasWords = process.argv.includes('--words');
const samples = await answerSamples();
const results = samples.map((sample) => ({ sample, verdict: verdictOf(sample, hasWords) }));
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
