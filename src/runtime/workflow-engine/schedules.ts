import {
  type DueSchedule,
  latestTime,
  lockDueSchedules,
  moveSchedule,
  nextTime,
  startWorkflowWithin,
} from '../../domains/workflows/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { ApiError, newId } from '../../platform/kernel/index.ts';

/** Maximum schedules per transaction. */
const schedulesMax = 50;

/**
 * Starts workflows whose scheduled time has come. Each time starts one run even if several processes try, because the
 * transaction of the run stores the next time. When several times were missed, only the latest one starts a run. Returns
 * the number of due schedules.
 */
export async function startScheduled(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await lockDueSchedules(tx, nowMs, schedulesMax);
    for (const row of rows) await startOne(tx, row, nowMs);
    return rows.length;
  });
}

async function startOne(tx: Transaction, schedule: DueSchedule, nowMs: number): Promise<void> {
  const { organizationId, workflowId, cron, timeZone, nextAt } = schedule;
  await moveSchedule(tx, schedule, nextTime(cron, timeZone, nowMs));
  if (nextAt === null) return;
  const scheduledAtMs = latestTime(cron, timeZone, nowMs) ?? Date.parse(nextAt);
  const input = { scheduledAt: new Date(scheduledAtMs).toISOString() };
  try {
    const actor = systemActor(organizationId, newId('req'));
    await startWorkflowWithin(tx, actor, { workflowId, by: 'schedule', input });
  } catch (error) {
    // The workflow was just disabled or deleted.
    if (!(error instanceof ApiError)) throw error;
  }
}
