import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/index.ts';
import { Database, migrate } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { QueueWorld } from '../world/queue-world.ts';
import { mutants } from './mutants.ts';
import { plant } from './plant.ts';
import { runModel } from './run-model.ts';

/**
 * `node bin/parley.js --script test/model/main.ts --runs 100 [--steps 500] [--seed 1]` is the long run. Each run takes
 * the next seed. The first failing run is printed with its last moves, and `--runs 1 --seed N` replays it. With
 * `--mutants` (or `--mutant NAME`) it plants known defects one by one and prints where the model finds each.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    steps: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
  },
});
const [runs, steps, firstSeed] = [Number(values.runs), Number(values.steps), Number(values.seed)];
if (![runs, steps, firstSeed].every(Number.isInteger)) {
  console.error('--runs, --steps and --seed take whole numbers');
  process.exit(2);
}
const dataDir = await mkdtemp(join(tmpdir(), 'parley-model-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
let isHeld = true;
try {
  await migrate(postgres.url, silentLog);
  const options = {
    connectionString: postgres.url,
    applicationName: 'model',
    connectionsMax: 4,
    log: silentLog,
  };
  const world = QueueWorld.over(new Database(options));
  if (values.mutants || values.mutant) isHeld = await plantAll(world);
  else await runAll(world);
  await world.close();
} catch (error) {
  isHeld = false;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await postgres.stop('immediate');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
process.exit(isHeld ? 0 : 1);

async function runAll(world: QueueWorld): Promise<void> {
  let [done, invites] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const report = await runModel(world, { seed: firstSeed + run, steps });
    done += report.steps;
    invites += report.invites;
    if ((run + 1) % 20 === 0) console.log(`${run + 1} runs, ${done} steps, ${invites} calls dialed`);
  }
  console.log(`held through ${done} steps of ${runs} runs, ${invites} calls dialed`);
}

/** Returns whether each planted defect was found. */
async function plantAll(world: QueueWorld): Promise<boolean> {
  const asked = mutants.filter(({ name }) => values.mutant === undefined || name === values.mutant);
  const seeds = Array.from({ length: runs }, (_, run) => firstSeed + run);
  let isEachFound = asked.length > 0;
  for (const mutant of asked) {
    const found = await plant(world, mutant, { seeds, steps });
    isEachFound &&= found !== null;
    const where = found ? `seed ${found.seed}, step ${found.step}: ${found.words}` : 'NOT FOUND';
    console.log(`${mutant.name}: ${where}`);
  }
  return isEachFound;
}
