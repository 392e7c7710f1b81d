/**
 * `npm run bench:nodes [-- --pairs 1,2,3,6] [--quick]` starts pairs of an API and a calls process on one PostgreSQL, and
 * prints the processor time of PostgreSQL and of the processes for each accepted, dialed and talking call, with ratios to
 * the first number of pairs. Each pair carries as many talking calls as the others in all rounds, as it does where pairs
 * are added with the load. All share one machine, so the ratios say what a call costs, and not how many calls several
 * machines carry. test-results/bench-nodes.json has the same results.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { type Measured, measureCluster } from './measure.ts';
import { startServer } from './server.ts';
import { table } from './show.ts';

const { values } = parseArgs({ options: { pairs: { type: 'string' }, quick: { type: 'boolean' } } });
const pairs = (values.pairs ?? '1,2,3,6').split(',').map(Number);
if (!pairs.every((count) => Number.isInteger(count) && count > 0 && count <= 6))
  throw new Error(`--pairs must be numbers from 1 to 6; it is ${values.pairs}`);
// A test program adds a listener for each start.
process.setMaxListeners(50);
const size = values.quick
  ? { acceptSeconds: 3, dialed: 300, talking: 12, holdSeconds: 8, idleSeconds: 5 }
  : { acceptSeconds: 8, dialed: 1500, talking: 24, holdSeconds: 20, idleSeconds: 10 };

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
const results: Measured[] = [];
try {
  await using server = await startServer(folder);
  for (const count of pairs) {
    console.log(`${count} pairs (load average ${loadavg()[0]!.toFixed(1)})`);
    await using cluster = await startCluster(server, count);
    const measured = await measureCluster(cluster, folder, size);
    results.push(measured);
    console.log(table([results[0]!, measured]));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${cpus().length} cores of ${cpus()[0]?.model.trim()}\n${table(results)}`);
const file = join(import.meta.dirname, '..', '..', 'test-results', 'bench-nodes.json');
await mkdir(join(file, '..'), { recursive: true });
await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), size, results }, null, 2)}\n`);
