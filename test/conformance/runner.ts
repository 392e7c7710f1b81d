import type { Check, World } from './check.ts';
import type { Exchange } from './client.ts';
import { CheckFailure, CheckSkipped } from './expect.ts';

/** The result of one check. */
export interface CheckResult {
  readonly check: Check;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The finding, or the reason of a skip. Empty for a check that passed. */
  readonly message: string;
  readonly exchange: Exchange | null;
  readonly durationMs: number;
}

const checkTimeoutMs = 90_000;

function timeout(): { promise: Promise<never>; clear: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new CheckFailure(`the check took longer than ${checkTimeoutMs / 1000} s`, null)),
    checkTimeoutMs,
  );
  return { promise, clear: () => clearTimeout(timer) };
}

/** Runs one check. An unexpected error, such as a lost connection, fails it. */
export async function runCheck(check: Check, world: World): Promise<CheckResult> {
  const startedAtMs = performance.now();
  const end = (
    outcome: CheckResult['outcome'],
    message = '',
    exchange: Exchange | null = null,
  ): CheckResult => ({
    check,
    outcome,
    message,
    exchange,
    durationMs: performance.now() - startedAtMs,
  });
  const limit = timeout();
  try {
    await Promise.race([check.run(world), limit.promise]);
    return end('passed');
  } catch (error) {
    if (error instanceof CheckSkipped) return end('skipped', error.message);
    if (error instanceof CheckFailure) return end('failed', error.message, error.exchange);
    return end('failed', `the server could not be spoken to: ${describe(error)}`);
  } finally {
    limit.clear();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Runs the checks one after the other, and reports each result. */
export async function runChecks(
  checks: readonly Check[],
  world: World,
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await runCheck(check, world);
    results.push(result);
    onResult(result);
  }
  return results;
}
