/**
 * `npm run bench:nodes [-- --pairs 1,2,3,6] [--rounds 2] [--quick | --tiny]` starts pairs of an API and a calls process on one
 * PostgreSQL, and prints the processor time of PostgreSQL and of the processes for each accepted, dialed and talking call,
 * with ratios to the first number of pairs.
 *
 * Each pair has the same load, as it has where pairs are added with the load: requests, dialed calls a second and talking
 * calls. The load of six pairs stays below what two cores can do. A process that is short of processor time puts more calls
 * into a batch, and each call then costs less.
 *
 * A first cluster of one pair is measured briefly and discarded, because the first one on a new server costs more. The idle
 * measurement begins when three seconds had fewer than 20 transactions a second for each pair, or after 60 s, which it then says.
 *
 * All numbers of pairs are measured in each round. The table has the least of each cost over the rounds, because other work
 * on the machine only adds to a cost. All pairs share one machine, so the ratios say what a call costs, and not how many
 * calls several machines carry. test-results/bench-nodes.json has the results of all rounds.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { type Measured, measureCluster } from './measure.ts';
import { startServer } from './server.ts';
import { leastOf, table } from './show.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    tiny: { type: 'boolean' },
  },
});
const pairs = (values.pairs ?? '1,2,3,6').split(',').map(Number);
if (!pairs.every((count) => Number.isInteger(count) && count > 0 && count <= 6))
  throw new Error(`--pairs must be numbers from 1 to 6; it is ${values.pairs}`);
const rounds = Number(values.rounds ?? 2);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a number from 1; it is ${values.rounds}`);
// A test program adds a listener for each start.
process.setMaxListeners(50);
/** Shows that the measurement works; its figures mean nothing. */
const tiny = { acceptSeconds: 2, dialed: 6, talking: 2, holdSeconds: 2, idleSeconds: 1 };
const quick = { acceptSeconds: 5, dialed: 30, talking: 6, holdSeconds: 8, idleSeconds: 5 };
const whole = { acceptSeconds: 10, dialed: 90, talking: 8, holdSeconds: 20, idleSeconds: 10 };
const size = values.tiny ? tiny : values.quick ? quick : whole;

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
const measured: Measured[] = [];
/** Returns the least of each cost over the rounds so far, for each number of pairs. */
const results = () =>
  pairs
    .map((count) => measured.filter((one) => one.pairs === count))
    .filter((ofCount) => ofCount.length > 0)
    .map(leastOf);
try {
  await using server = await startServer(folder);
  {
    console.log('A first cluster, which is discarded');
    await using cluster = await startCluster(server, 1);
    await measureCluster(cluster, folder, tiny);
  }
  for (let round = 1; round <= rounds; round++) {
    for (const count of pairs) {
      console.log(`Round ${round}, ${count} pairs (load average ${loadavg()[0]!.toFixed(1)})`);
      await using cluster = await startCluster(server, count);
      measured.push(await measureCluster(cluster, folder, size));
      console.log(table(results()));
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${cpus().length} cores of ${cpus()[0]?.model.trim()}\n${table(results())}`);
const file = join(import.meta.dirname, '..', '..', 'test-results', 'bench-nodes.json');
await mkdir(join(file, '..'), { recursive: true });
await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), size, measured }, null, 2)}\n`);
