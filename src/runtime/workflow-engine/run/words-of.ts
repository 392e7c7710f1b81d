import { ExpressionError } from '../../../domains/workflow-definition/index.ts';
import { toError } from '../../../platform/kernel/index.ts';

/** What made a step fail: an error of its author's, or one of ours, which would come again just so. */
export function wordsOf(error: unknown): string {
  if (error instanceof ExpressionError) return error.message;
  return `it could not be worked out: ${toError(error).message.slice(0, 500)}`;
}
