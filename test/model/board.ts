import type { HeldDatabase } from './model-database.ts';
import type { Operators } from './operators.ts';
import type { SlotModel } from './slot-model.ts';

/** Lets two moves overlap. */
export interface Overlaps {
  /** A database that stops once before a COMMIT. */
  held(): HeldDatabase;
  /** Resolves when the model's own database waits for a lock, or `done` settles. */
  blockedOr(done: Promise<unknown>): Promise<void>;
}

/** Returns a number from 0 to 1. */
export type Random = () => number;

/** Returns a random item, or undefined for an empty list. */
export const pick = <One>(random: Random, from: readonly One[]): One | undefined =>
  from[Math.floor(random() * from.length)];

/** The process or person that moves, and the state of the model. */
export interface Board {
  model: SlotModel;
  operators: Operators;
  overlaps: Overlaps;
  random: Random;
}
