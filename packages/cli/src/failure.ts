import { type FieldError, ParleyError } from '../../sdk/src/index.ts';
import { UsageError } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** The output for an error, and the exit code. */
export interface Failure {
  exitCode: number;
  /** For people. */
  text: string;
  /** For programs: printed in one line by `--json`. */
  json: { error: PrintedError };
}

/** An error of the API with its fields, or of the command itself. */
interface PrintedError {
  /** The API's code; `usage` for wrong arguments, `failed` for other errors. */
  code: string;
  message: string;
  /** The HTTP status; 0 without an answer, null when no request was sent. */
  status: number | null;
  requestId: string | null;
  details: readonly FieldError[];
}

/** Returns the message for an error: the problem, and what to do about it. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ParleyError)) {
    const isOfParseArgs = /^ERR_PARSE_ARGS/.test((error as { code?: string } | null)?.code ?? '');
    const isUsage = error instanceof UsageError || isOfParseArgs;
    const printed = {
      code: isUsage ? 'usage' : 'failed',
      message,
      status: null,
      requestId: null,
      details: [],
    };
    return {
      exitCode: isUsage ? exitCodes.usage : exitCodes.failure,
      ...{ text: message, json: { error: printed } },
    };
  }
  const { code, status, requestId, fields } = error;
  const fieldLines = fields
    .map(({ field, message: problem }) => `${field}: ${problem}`)
    .filter((line) => !message.includes(line))
    .map((line) => `  ${line}`);
  const request = requestId === null ? [] : [`  (request ${requestId}, ${code})`];
  const { exitCode, advice } = meaningOf(error);
  return {
    exitCode,
    text: [message, ...fieldLines, ...advice, ...request].join('\n'),
    json: { error: { code, message, status, requestId, details: fields } },
  };
}

function meaningOf({ status, code }: ParleyError): { exitCode: number; advice: string[] } {
  if (code === 'unusable_address')
    return { exitCode: exitCodes.usage, advice: ['Check the address in PARLEY_URL.'] };
  if (status === 0)
    return {
      exitCode: exitCodes.unreachable,
      advice: ['Is the service running? Its address is set by PARLEY_URL.'],
    };
  if (status === 400 || status === 413 || status === 415) return { exitCode: exitCodes.usage, advice: [] };
  if (status === 401 || status === 403)
    return {
      exitCode: exitCodes.refused,
      advice: ['Use a key of this organization with the required scope.'],
    };
  if (status === 404)
    return {
      exitCode: exitCodes.notFound,
      advice: ['It may have been deleted, or belong to another organization.'],
    };
  if (status === 409 || status === 429) return { exitCode: exitCodes.refused, advice: [] };
  return { exitCode: exitCodes.failure, advice: [] };
}
