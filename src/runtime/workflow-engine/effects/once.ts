import { inTransaction, type Scope } from '../../../platform/audit/index.ts';
import { type Database, statement, type Transaction, toJson } from '../../../platform/db/index.ts';
import { systemActor } from '../../../platform/http/index.ts';
import { ApiError } from '../../../platform/kernel/index.ts';
import type { Claimed } from '../claims.ts';
import { isAboutData } from '../journal-writer.ts';
import type { Effect } from '../run/advance.ts';
import type { EffectResult } from '../run/settle.ts';

/** What a step did in our own database, and what its run waits for now, if anything. */
export interface Done {
  output: unknown;
  wait?: { key: string; timeoutSeconds: number };
}

/** The open row of a run is locked before any change to the run. */
const lockOpen = statement(
  'workflow_engine.lock_open',
  'select 1 from workflow_open_runs where organization_id = $1 and run_id = $2 for update',
);
const lockStep = statement(
  'workflow_engine.lock_step',
  `select status from workflow_steps where organization_id = $1 and run_id = $2 and step_key = $3 for update`,
);
const settle = statement(
  'workflow_engine.settle',
  `update workflow_steps set status = $4, output = $5, wake_key = $6, wake_at = $7::timestamptz,
     ended_at = case when $4 = 'completed' then clock_timestamp() end
   where organization_id = $1 and run_id = $2 and step_key = $3`,
);

/**
 * Does something in our own database exactly once, in the transaction that records it, so that a crash leaves all of it
 * or nothing. A refusal by the API's rules fails the step with its message.
 */
export async function once(
  { db, nowMs }: { db: Database; nowMs: number },
  { organizationId, facts }: Claimed,
  { entry }: Effect,
  work: (scope: Scope, tx: Transaction) => Promise<Done>,
): Promise<EffectResult> {
  const place = [organizationId, facts.runId, entry.key];
  try {
    return await db.transaction(async (tx) => {
      const open = await tx.query(lockOpen, [organizationId, facts.runId]);
      const [step] = await tx.query<{ status: string }>(lockStep, place);
      if (open.length === 0 || step?.status !== 'running') {
        throw new Error('the step no longer belongs to this process');
      }
      const { output, wait } = await work(inTransaction(tx, systemActor(organizationId, facts.runId)), tx);
      const wakeAtMs = wait ? nowMs + wait.timeoutSeconds * 1000 : null;
      const until = wakeAtMs === null ? null : new Date(wakeAtMs).toISOString();
      const status = wait ? 'waiting' : 'completed';
      await tx.query(settle, [...place, status, toJson(output), wait?.key ?? null, until]);
      return wait && wakeAtMs !== null
        ? { kind: 'waiting', output, wakeKey: wait.key, wakeAtMs }
        : { kind: 'completed', output };
    });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { kind: 'failed', error: error.message };
    // A retry would be refused again.
    if (isAboutData(error)) return { kind: 'failed', error: `its data cannot be stored: ${error.message}` };
    throw error;
  }
}
