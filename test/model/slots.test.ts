import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueueWorld } from '../world/queue-world.ts';
import { runModel } from './run-model.ts';

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

// The long run: node bin/parley.js --script test/model/main.ts --runs 100 --steps 500.
describe('slots and attempts, in any order of events', { timeout: 120_000 }, () => {
  it.each([1, 2, 3])('seed %i', async (seed) => {
    const report = await runModel(world, { seed, steps: 300 });
    expect(report.steps).toBe(300);
    // A run that dials nothing shows nothing.
    expect(report.invites).toBeGreaterThan(10);
    expect(report.calls).toBeGreaterThanOrEqual(report.invites);
  });
});
