import { afterAll, beforeAll, expect, it } from 'vitest';
import { textOfStatement } from '../../src/platform/db/index.ts';
import { QueueWorld } from '../world/queue-world.ts';
import { mutated, plantFunctions } from './mutant.ts';
import { mutants } from './mutants.ts';
import { plant } from './plant.ts';

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('every planted defect fits the functions of the database', async () => {
  for (const mutant of mutants) await (await plantFunctions(world.db, mutant))();
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

it('every planted defect fits the statements of the program', async () => {
  for (const mutant of mutants) {
    const names = mutant.edits.flatMap(({ in: where }) => ('statement' in where ? [where.statement] : []));
    for (const name of new Set(names)) {
      const text = mutated(mutant, name, textOfStatement(name) ?? '');
      await world.db.transaction(async (tx) => {
        await tx.query({ name: '', text: `prepare mutant as ${text}` });
        await tx.query({ name: '', text: 'deallocate mutant' });
      });
    }
  }
});

// The long run finds the others: `npm run model -- --mutants --runs 20`.
const quick = mutants.filter(({ isQuick }) => isQuick === true);
it.each(quick.map((mutant) => [mutant.what, mutant] as const))(
  'the model finds that %s',
  { timeout: 120_000 },
  async (_what, mutant) => {
    const found = await plant(world, mutant, { seeds: [1, 2, 3, 4, 5], steps: 150 });
    expect(found).not.toBeNull();
  },
);
