/**
 * `npm run bench:neighbours [-- --quick] [-- --only WORDS]` measures how much one organization's expensive requests
 * delay another, on the program of `npm start`. A quiet organization sends a typical mix at a constant pace, alone and
 * beside each load of a busy organization's key. Probes of /healthz run beside it, and probes of a bare server in its
 * own process, which show the effect of the machine alone. test-results/bench-neighbours.json has the same results.
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
