import { isConnectionLost, OutcomeUnknownError, toError } from '../kernel/index.ts';

/**
 * What is thrown for something that was sent to be stored and failed with `thrown`: as the error that it is where the
 * database refused it or it was never sent, and otherwise as an `OutcomeUnknownError`.
 */
export function asUnstored(thrown: unknown): Error {
  const error = toError(thrown);
  return isConnectionLost(error) ? new OutcomeUnknownError({ cause: error }) : error;
}
