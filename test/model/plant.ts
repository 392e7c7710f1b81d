import type { QueueWorld } from '../world/queue-world.ts';
import { ModelBroken } from './ledger.ts';
import { type Mutant, plantFunctions } from './mutant.ts';
import { RunBroken, runModel } from './run-model.ts';

/** The run and the violation with which the model found a mutant. */
export interface Found {
  seed: number;
  step: number;
  /** The violation that it reported. */
  words: string;
}

/** The database refused the planted SQL (class 42, PostgreSQL documentation appendix A). */
const isUnfit = (cause: unknown) =>
  !(cause instanceof ModelBroken) && !/^(?!42)[0-9A-Z]{5}$/.test(String((cause as { code?: unknown }).code));

/** Runs the model with a planted defect, seed after seed. Returns null when no run found it. */
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
        if (!(error instanceof RunBroken) || isUnfit(error.cause)) throw error;
        return { seed, step: error.step, words: String(error.cause) };
      }
    }
    return null;
  } finally {
    await restore();
  }
}
