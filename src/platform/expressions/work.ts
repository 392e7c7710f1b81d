import { evaluationItemsMax } from './bounds.ts';

/** An expression that could not be evaluated. The message is for its author. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

/**
 * The work left for evaluations. They are synchronous, so one counter is enough. The unit is one list element, about
 * half a microsecond; other operations count as several elements or a fraction.
 */
let itemsLeft = 0;
let itemsDone = 0;
let isShared = false;

/** Consumes work. Throws an ExpressionError when none is left. */
export function spend(items: number): void {
  itemsLeft -= items;
  itemsDone += items;
  if (itemsLeft < 0) {
    throw new ExpressionError(`processes more than ${evaluationItemsMax} elements; long texts count as many`);
  }
}

/** Grants an evaluation its own work limit, unless it shares one. */
export function allowItems(): void {
  if (!isShared) itemsLeft = evaluationItemsMax;
}

/** Makes all evaluations in `work` share one limit. */
export function sharingItems<Result>(work: () => Result): Result {
  allowItems();
  isShared = true;
  try {
    return work();
  } finally {
    isShared = false;
  }
}

/**
 * Returns the work of all evaluations in this process so far. The difference between two calls is the work in between.
 */
export function itemsGoneThrough(): number {
  return itemsDone;
}
