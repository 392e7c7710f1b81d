import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../world/queue-world.ts';
import { plantFunctions } from './mutant.ts';
import { mutants } from './mutants.ts';
import { plant } from './plant.ts';

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('every defect that is to be planted fits the functions of the database', async () => {
  for (const mutant of mutants) await (await plantFunctions(world.db, mutant))();
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

// The others are found by the long run: `npm run model -- --mutants --runs 20`.
const quick = mutants.filter(({ isQuick }) => isQuick === true);
it.each(quick.map((mutant) => [mutant.what, mutant] as const))(
  'the model finds out that %s',
  { timeout: 120_000 },
  async (_what, mutant) => {
    const found = await plant(world, mutant, { seeds: [1, 2, 3, 4, 5], steps: 150 });
    expect(found).not.toBeNull();
  },
);
