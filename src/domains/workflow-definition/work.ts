import { evaluationItemsMax } from './bounds.ts';

/** An expression could not be evaluated; the message is for whoever wrote it. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

/**
 * What evaluations may still go through. They are made without a pause, so one count serves them all. Its unit is one
 * element of a list, about half a microsecond; what takes longer or shorter counts as many elements or a part of one.
 */
let itemsLeft = 0;
let itemsDone = 0;
let isShared = false;

/** Takes so much of what may be gone through; throws an ExpressionError where there is no more. */
export function spend(items: number): void {
  itemsLeft -= items;
  itemsDone += items;
  if (itemsLeft < 0) {
    throw new ExpressionError(
      `goes through more than ${evaluationItemsMax} elements, where long texts count as many`,
    );
  }
}

/** Allows an evaluation its items, where it does not share them with others. */
export function allowItems(): void {
  if (!isShared) itemsLeft = evaluationItemsMax;
}

/** All evaluations in `work` share what one may go through. */
export function sharingItems<Result>(work: () => Result): Result {
  allowItems();
  isShared = true;
  try {
    return work();
  } finally {
    isShared = false;
  }
}

/** What all evaluations of this process have gone through: the difference of two moments tells what lies between. */
export function itemsGoneThrough(): number {
  return itemsDone;
}
