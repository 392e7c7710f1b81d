import type { HeldDatabase } from './model-database.ts';
import type { Operators } from './operators.ts';
import type { SlotModel } from './slot-model.ts';

/** What lets two moves happen at one time. */
export interface Overlaps {
  /** A database that stops once before a COMMIT. */
  held(): HeldDatabase;
  /** Resolves when the model's own database waits for a lock, or `done` is settled. */
  blockedOr(done: Promise<unknown>): Promise<void>;
}

/** From 0 to 1. */
export type Random = () => number;

/** One of them; nothing where there is none. */
export const pick = <One>(random: Random, from: readonly One[]): One | undefined =>
  from[Math.floor(random() * from.length)];

/** Who moves, and on what. */
export interface Board {
  model: SlotModel;
  operators: Operators;
  overlaps: Overlaps;
  random: Random;
}
