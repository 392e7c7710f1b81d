import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { RunStatus } from './state.ts';

/** The result of a run that has ended. */
export interface EndedRun {
  status: Exclude<RunStatus, 'running' | 'waiting'>;
  /** The reason; null: it completed. */
  reason: string | null;
  output: unknown;
}

const ended = readStatement(
  'workflow_runs.ended',
  `select status, reason, output from workflow_runs
   where organization_id = $1 and run_id = $2 and ended_at is not null`,
);

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
    const [run] = await db.query<EndedRun>(ended, [organizationId, runId]);
    if (run) return run;
    await delay(everyMs, signal);
  }
  return null;
}
