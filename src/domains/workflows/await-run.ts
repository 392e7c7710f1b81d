import type { Queryable } from '../../platform/db/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import { type EndedRun, findEndedRun } from './store/runs.ts';

/** Interval between two reads of a run by its key. */
const everyMs = 100;

/** Waits until the run ends. Returns null when the signal aborts first. */
export async function awaitRun(
  db: Queryable,
  organizationId: string,
  runId: string,
  signal: AbortSignal,
): Promise<EndedRun | null> {
  while (!signal.aborted) {
    const run = await findEndedRun(db, organizationId, runId);
    if (run) return run;
    await delay(everyMs, signal);
  }
  return null;
}
