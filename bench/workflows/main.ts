/**
 * `npm run bench:workflows [-- --only accept,runs,first-step,waiting] [--quick]` measures accepted triggers and
 * executed runs a second, beside a queue library on the same database, the delay of the first step, and the cost of
 * waiting runs. test-results/bench-workflows.json has the same results.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PartName, Report } from '../report.ts';
import { measureAcceptance } from './accept.ts';
import { measureFirstStep } from './first-step.ts';
import { measureRuns } from './runs.ts';
import { measureWaiting } from './waiting.ts';

const parts = ['accept', 'runs', 'first-step', 'waiting'] as const satisfies readonly PartName[];

function readArguments(): { only: PartName[]; quick: boolean } {
  const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean' } } });
  const only = values.only?.split(',') ?? parts;
  const wrong = only.find((name) => !parts.some((part) => part === name));
  if (wrong !== undefined) throw new Error(`--only must be of ${parts.join(', ')}; it is ${wrong}`);
  return { only: only as PartName[], quick: values.quick ?? false };
}

const { only, quick } = readArguments();
const report = new Report();
const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
try {
  if (only.includes('accept')) {
    const size = quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 4 };
    await measureAcceptance(report, { folder: join(folder, 'accept'), ...size });
  }
  if (only.includes('runs')) {
    const size = quick ? { rounds: 3, count: 1000 } : { rounds: 7, count: 3000 };
    await measureRuns(report, { folder: join(folder, 'runs'), ...size });
  }
  if (only.includes('first-step')) await measureFirstStep(report, { triggers: quick ? 200 : 1000 });
  if (only.includes('waiting')) {
    const size = quick ? { waiting: 10_000, rounds: 3 } : { waiting: 100_000, rounds: 7 };
    await measureWaiting(report, { folder: join(folder, 'waiting'), count: 1000, ...size });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${report.table()}`);
await report.write(join(import.meta.dirname, '..', '..', 'test-results', 'bench-workflows.json'), {
  only,
  quick,
});
