import { OutcomeUnknownError, toError } from './errors.ts';

const brokenSockets = new Set([
  ...['ECONNABORTED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'],
]);
const unreachedSockets = new Set(['ECONNREFUSED', 'ENOENT']);
/** SQLSTATE classes of connection trouble, and of a server that ends the connection itself. */
const endedByServer = /^(08|57P)/;
/** The same, and those of too many connections, resources, timeouts, and what others do meanwhile. */
const passing = /^(08|40|53|55P03|57)/;

/** Whether the connection to the database was lost before the answer to what was sent over it. */
export function isConnectionLost(thrown: unknown): boolean {
  const { code, message } = of(thrown);
  if (brokenSockets.has(code)) return true;
  return isSqlState(code) ? endedByServer.test(code) : message.startsWith('Connection terminated');
}

/** Whether what failed at the database may go well at another time: it was not reached, or did not come to it. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof OutcomeUnknownError || isConnectionLost(thrown)) return true;
  const { code, message } = of(thrown);
  if (unreachedSockets.has(code)) return true;
  if (isSqlState(code)) return passing.test(code);
  return /^(timeout exceeded when trying to connect|Client has encountered a connection error)/.test(message);
}

function of(thrown: unknown): { code: string; message: string } {
  const error: Error & { code?: unknown } = toError(thrown);
  return { code: typeof error.code === 'string' ? error.code : '', message: error.message };
}

/** Asked where it is no code of a socket: EPIPE looks like one. */
function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
