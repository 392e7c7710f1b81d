import { toError } from '../platform/kernel/index.ts';

/** The command was called in a way that it cannot be carried out. */
export class UsageError extends Error {}

/** Whether the words or options of a command were wrong. */
export function isUsageError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'));
}

/** What `--json` prints of an error, in one line: the form of packages/cli, for what never asks the API. */
export function errorJson(error: unknown): string {
  const told = { code: isUsageError(error) ? 'usage' : 'failed', message: toError(error).message };
  return JSON.stringify({ error: { ...told, status: null, requestId: null, details: [] } });
}
