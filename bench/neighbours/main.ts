/**
 * `npm run bench:neighbours [-- --quick] [-- --only WORDS]`: what one organization's expensive requests take from another,
 * on the program as `npm start` runs it. A quiet organization sends a typical mix at a constant pace, alone and beside
 * each load of one key of a busy one; beside it go probes of /healthz, and probes of a bare server in a process of its
 * own, which show what the machine alone does. test-results/bench-neighbours.json holds the same.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Report } from '../report.ts';
import { measureNeighbours } from './measure.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const { quick = false, only = '' } = values;
const report = new Report();
const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
try {
  const times = quick
    ? { aloneSeconds: 3, besideSeconds: 5, afterSeconds: 45 }
    : { aloneSeconds: 6, besideSeconds: 12, afterSeconds: 45 };
  await measureNeighbours(report, { folder, only, ...times });
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${report.table()}`);
await report.write(join(import.meta.dirname, '..', '..', 'test-results', 'bench-neighbours.json'), {
  only,
  quick,
});
