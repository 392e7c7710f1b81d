import pg from 'pg';
import { OutcomeUnknownError, toError } from '../kernel/index.ts';

const brokenSockets = new Set([
  ...['ECONNABORTED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'],
]);
/** SQLSTATE of connection trouble, and of a server that ends the connection itself. */
const endedByServer = /^(08|57P)/;

/**
 * What is thrown for something that was sent to be stored and failed with `thrown`: as the error that it is where the
 * database refused it or it was never sent, and otherwise as an `OutcomeUnknownError`.
 */
export function asUnstored(thrown: unknown): Error {
  const error = toError(thrown);
  return isLost(error) ? new OutcomeUnknownError({ cause: error }) : error;
}

/** Whether the connection was lost before the answer to what was sent over it. */
function isLost(error: Error & { code?: string }): boolean {
  const code = error.code ?? '';
  if (error instanceof pg.DatabaseError) return endedByServer.test(code);
  return brokenSockets.has(code) || error.message.startsWith('Connection terminated');
}
