import { latestTime, nextTime, startWorkflowWithin } from '../../domains/workflows/index.ts';
import { type Database, statement, type Transaction } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { ApiError, newId } from '../../platform/kernel/index.ts';

/** Schedules per transaction. */
const schedulesMax = 50;

const due = statement(
  'workflow_engine.due_schedules',
  // Locked with its workflow, in the lock order of changes and deletion.
  `select s.organization_id, s.workflow_id, s.cron, s.time_zone, s.next_at
   from workflow_schedules s join workflows w on w.organization_id = s.organization_id and w.workflow_id = s.workflow_id
   where s.next_at is null or s.next_at <= $1 order by s.next_at nulls first limit ${schedulesMax}
   for key share of w skip locked for update of s skip locked`,
);
const move = statement(
  'workflow_engine.move_schedule',
  'update workflow_schedules set next_at = $3 where organization_id = $1 and workflow_id = $2',
);

interface ScheduleRow {
  organization_id: string;
  workflow_id: string;
  cron: string;
  time_zone: string;
  next_at: string | null;
}

/**
 * Starts due workflows, each time once, although several processes may look: the next time is stored in the transaction
 * of the run. Of missed times only the latest one is made up for. Returns how many were examined.
 */
export async function startScheduled(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<ScheduleRow>(due, [new Date(nowMs).toISOString()]);
    for (const row of rows) await startOne(tx, row, nowMs);
    return rows.length;
  });
}

async function startOne(tx: Transaction, row: ScheduleRow, nowMs: number): Promise<void> {
  const { organization_id: organizationId, workflow_id: workflowId, next_at: nextAt } = row;
  const next = nextTime(row.cron, row.time_zone, nowMs);
  const values = [organizationId, workflowId, next === null ? 'infinity' : new Date(next).toISOString()];
  await tx.query(move, values);
  if (nextAt === null) return;
  const scheduledAtMs = latestTime(row.cron, row.time_zone, nowMs) ?? Date.parse(nextAt);
  const input = { scheduledAt: new Date(scheduledAtMs).toISOString() };
  try {
    const actor = systemActor(organizationId, newId('req'));
    await startWorkflowWithin(tx, actor, { workflowId, by: 'schedule', input });
  } catch (error) {
    // The workflow was just disabled or deleted.
    if (!(error instanceof ApiError)) throw error;
  }
}
