import { toError } from '../platform/kernel/index.ts';

/** Thrown for wrong arguments of a command. */
export class UsageError extends Error {}

/** Returns whether an error is about the arguments of a command. */
export function isUsageError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'));
}

/** Returns an error as `--json` prints it: one line, in the form of packages/cli. */
export function errorJson(error: unknown): string {
  const known = { code: isUsageError(error) ? 'usage' : 'failed', message: toError(error).message };
  return JSON.stringify({ error: { ...known, status: null, requestId: null, details: [] } });
}
