/**
 * `npm run bench:events [-- --quick]` measures how many events a second one process delivers, how soon, and how much
 * hanging receivers delay another: the same load with and without them, in turn. test-results/bench-events.json has the
 * same results.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Report } from '../report.ts';
import { measureEvents } from './measure.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = values.quick ?? false;
const report = new Report();
const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
try {
  await measureEvents(report, { folder, ...(quick ? { rounds: 2, seconds: 4 } : { rounds: 4, seconds: 8 }) });
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${report.table()}`);
await report.write(join(import.meta.dirname, '..', '..', 'test-results', 'bench-events.json'), {
  only: ['events'],
  quick,
});
