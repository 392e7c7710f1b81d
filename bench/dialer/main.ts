/**
 * `npm run bench:dialer [-- --only accept,claims,due,cap,jobs] [--quick]` measures how many calls are accepted, claimed
 * and dialed, and how soon. It prints a table as `npm run bench` does. test-results/bench-dialer.json has the same
 * results.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureClaims } from '../claims.ts';
import { type PartName, Report } from '../report.ts';
import { measureAcceptance } from './accept.ts';
import { measureCap } from './cap.ts';
import { measureDue } from './due.ts';
import { measureJobs } from './jobs.ts';

const parts = ['accept', 'claims', 'due', 'cap', 'jobs'] as const satisfies readonly PartName[];

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
    const rounds = quick
      ? { rounds: 3, seconds: 4, batchMax: 1000 }
      : { rounds: 7, seconds: 5, batchMax: 10_000 };
    await measureAcceptance(report, { folder: join(folder, 'accept'), ...rounds });
  }
  if (only.includes('claims')) {
    const size = quick
      ? { rounds: 3, claims: 20, longs: [100_000] }
      : { rounds: 9, claims: 20, longs: [100_000, 1_000_000] };
    for (const long of size.longs)
      await measureClaims(report, { folder: join(folder, `claims-${long}`), short: 1000, ...size, long });
  }
  if (only.includes('due')) await measureDue(report, { calls: quick ? 50 : 300 });
  if (only.includes('cap')) {
    const size = quick ? { queued: 20_000, seconds: 10 } : { queued: 100_000, seconds: 60 };
    await measureCap(report, { folder: join(folder, 'cap'), ...size });
  }
  if (only.includes('jobs')) {
    const size = quick ? { rounds: 3, count: 1000 } : { rounds: 7, count: 5000 };
    await measureJobs(report, { folder: join(folder, 'jobs'), ...size });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${report.table()}`);
await report.write(join(import.meta.dirname, '..', '..', 'test-results', 'bench-dialer.json'), {
  only,
  quick,
});
