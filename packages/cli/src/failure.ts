import { ParleyError } from '../../sdk/src/index.ts';
import { UsageError } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** What is printed about an error, and what the command ends with. */
export interface Failure {
  exitCode: number;
  lines: string[];
}

/** Says what went wrong, and what to do about it. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const isOfParseArgs = /^ERR_PARSE_ARGS/.test((error as { code?: string } | null)?.code ?? '');
  if (error instanceof UsageError || isOfParseArgs) return { exitCode: exitCodes.usage, lines: [message] };
  if (!(error instanceof ParleyError)) return { exitCode: exitCodes.failure, lines: [message] };
  const fields = error.fields
    .map(({ field, message: problem }) => `${field}: ${problem}`)
    .filter((line) => !message.includes(line))
    .map((line) => `  ${line}`);
  const request = error.requestId === null ? [] : [`  (request ${error.requestId}, ${error.code})`];
  const { exitCode, advice } = meaningOf(error.status);
  return { exitCode, lines: [message, ...fields, ...advice, ...request] };
}

function meaningOf(status: number): { exitCode: number; advice: string[] } {
  if (status === 0)
    return {
      exitCode: exitCodes.unreachable,
      advice: ['Is the service running? PARLEY_URL says where it is.'],
    };
  if (status === 400 || status === 413 || status === 415) return { exitCode: exitCodes.usage, advice: [] };
  if (status === 401 || status === 403)
    return { exitCode: exitCodes.refused, advice: ['Use a key of this organization that has the scope.'] };
  if (status === 404)
    return {
      exitCode: exitCodes.notFound,
      advice: ['It may have been deleted, or belong to another organization.'],
    };
  if (status === 409 || status === 429) return { exitCode: exitCodes.refused, advice: [] };
  return { exitCode: exitCodes.failure, advice: [] };
}
