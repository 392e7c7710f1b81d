import type { QueueWorld } from '../world/queue-world.ts';
import { type Mutant, plantFunctions } from './mutant.ts';
import { RunBroken, runModel } from './run-model.ts';

/** Where the model found a mutant. */
export interface Found {
  seed: number;
  step: number;
  /** What it says is broken. */
  words: string;
}

/** Runs the model with a planted defect, seed after seed; null: no run found it. */
export async function plant(
  world: QueueWorld,
  mutant: Mutant,
  { seeds, steps }: { seeds: readonly number[]; steps: number },
): Promise<Found | null> {
  const restore = await plantFunctions(world.db, mutant);
  try {
    for (const seed of seeds) {
      try {
        await runModel(world, { seed, steps, mutant });
      } catch (error) {
        if (!(error instanceof RunBroken)) throw error;
        return { seed, step: error.step, words: String(error.cause) };
      }
    }
    return null;
  } finally {
    await restore();
  }
}
