import { lockOpenRun, lockStep, settleStep } from '../../../domains/workflows/index.ts';
import { inTransaction, type Scope } from '../../../platform/audit/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { systemActor } from '../../../platform/http/index.ts';
import { ApiError } from '../../../platform/kernel/index.ts';
import { isAboutData } from '../journal-writer.ts';
import type { Effect } from '../run/advance.ts';
import type { EffectResult } from '../run/settle.ts';
import type { Claimed } from '../store.ts';

/** The result of a step in our own database, and the event that its run must wait for, if any. */
export interface Done {
  output: unknown;
  wait?: { key: string; timeoutSeconds: number };
}

/**
 * Carries out a step in our own database exactly once. The work and the record of its result are one transaction, so that
 * a crash leaves both or none. A refusal by the API's rules fails the step with its message.
 */
export async function once(
  { db, nowMs }: { db: Database; nowMs: number },
  { organizationId, facts }: Claimed,
  { entry }: Effect,
  work: (scope: Scope, tx: Transaction) => Promise<Done>,
): Promise<EffectResult> {
  const { runId } = facts;
  const stepKey = { organizationId, runId, key: entry.key };
  try {
    return await db.transaction(async (tx) => {
      const isOpen = await lockOpenRun(tx, organizationId, runId);
      const status = await lockStep(tx, stepKey);
      if (!isOpen || status !== 'running') throw new Error('this process no longer holds the step');
      const { output, wait } = await work(inTransaction(tx, systemActor(organizationId, runId)), tx);
      if (!wait) {
        await settleStep(tx, stepKey, output, null);
        return { kind: 'completed', output };
      }
      const wakeAtMs = nowMs + wait.timeoutSeconds * 1000;
      await settleStep(tx, stepKey, output, { key: wait.key, untilMs: wakeAtMs });
      return { kind: 'waiting', output, wakeKey: wait.key, wakeAtMs };
    });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { kind: 'failed', error: error.message };
    // A retry would be refused again.
    if (isAboutData(error)) return { kind: 'failed', error: `its data cannot be stored: ${error.message}` };
    throw error;
  }
}
