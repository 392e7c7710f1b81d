/**
 * `npm run bench [-- --only ops|audit|claims|start] [--quick]` compares the program with what the same machine can do
 * without it, as ratios within one run, and prints a table. test-results/bench.json has the same results.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAuditPages } from './audit-pages.ts';
import { measureClaims } from './claims.ts';
import { measureOperations } from './operations.ts';
import { type PartName, Report } from './report.ts';
import { measureStarts } from './start.ts';

const parts = ['ops', 'audit', 'claims', 'start'] as const satisfies readonly PartName[];

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
  if (only.includes('ops')) {
    const rounds = quick ? { rounds: 3, seconds: 1 } : { rounds: 7, seconds: 3 };
    await measureOperations(report, { folder: join(folder, 'ops'), ...rounds });
  }
  if (only.includes('audit')) {
    const size = quick
      ? { rounds: 3, seconds: 1, entries: 100_000 }
      : { rounds: 7, seconds: 3, entries: 1_000_000 };
    await measureAuditPages(report, { folder: join(folder, 'audit'), ...size });
  }
  if (only.includes('claims')) {
    const size = quick
      ? { rounds: 5, claims: 20, long: 100_000 }
      : { rounds: 15, claims: 20, long: 1_000_000 };
    await measureClaims(report, { folder: join(folder, 'claims'), short: 1000, ...size });
  }
  if (only.includes('start')) {
    const size = quick ? { runs: 2, idleMs: 3000 } : { runs: 5, idleMs: 10_000 };
    await measureStarts(report, { folder: join(folder, 'start'), ...size });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${report.table()}`);
await report.write(join(import.meta.dirname, '..', 'test-results', 'bench.json'), { only, quick });
