import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueueWorld } from '../world/queue-world.ts';
import { mutants } from './mutants.ts';
import { plant } from './plant.ts';

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

// `npm run model -- --mutants` says where each is found.
describe('the model finds a planted defect:', { timeout: 120_000 }, () => {
  it.each(mutants.map((mutant) => [mutant.what, mutant] as const))('%s', async (_what, mutant) => {
    const found = await plant(world, mutant, { seeds: [1, 2, 3], steps: 300 });
    expect(found).not.toBeNull();
  });
});
