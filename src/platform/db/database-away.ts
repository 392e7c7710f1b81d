import { OutcomeUnknownError, toError } from '../kernel/index.ts';
import { NoPrimaryError } from './connection.ts';

const brokenSockets = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
const unreachedSockets = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND']);
/** SQLSTATE classes of lost connections, and of a server that closes the connection. */
const endedByServer = /^(08|57P)/;
/** The server is a standby, or was made read-only. */
const readOnly = '25006';
/** These, and those of conflicts, exhausted resources, locks and shutdown: a later attempt may succeed. */
const passing = /^(08|25006|40|53|55P03|57)/;

/** Whether the connection to the database was lost before the answer arrived. */
export function isConnectionLost(thrown: unknown): boolean {
  const { code, message } = of(thrown);
  if (brokenSockets.has(code)) return true;
  return isSqlState(code) ? endedByServer.test(code) : message.startsWith('Connection terminated');
}

/** Whether a later attempt may succeed: the database was not reached, or could not carry out the statement now. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof OutcomeUnknownError || thrown instanceof NoPrimaryError) return true;
  if (isConnectionLost(thrown)) return true;
  const { code, message } = of(thrown);
  if (unreachedSockets.has(code)) return true;
  if (isSqlState(code)) return passing.test(code);
  return /^(timeout (exceeded when trying to connect|expired)|Client (has encountered a connection error|was closed))/.test(
    message,
  );
}

/** Whether the statement was refused because the server takes no changes, as a standby does. */
export function isReadOnly(thrown: unknown): boolean {
  return of(thrown).code === readOnly;
}

/**
 * Returns the error to throw for a write that failed with `thrown`: the error itself when the database refused the
 * write or it was never sent, otherwise an `OutcomeUnknownError`.
 */
export function asUnstored(thrown: unknown): Error {
  const error = toError(thrown);
  return isConnectionLost(error) ? new OutcomeUnknownError({ cause: error }) : error;
}

function of(thrown: unknown): { code: string; message: string } {
  const error: Error & { code?: unknown } = toError(thrown);
  return { code: typeof error.code === 'string' ? error.code : '', message: error.message };
}

/** Must be called after the check for socket codes: EPIPE looks like an SQLSTATE. */
function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
