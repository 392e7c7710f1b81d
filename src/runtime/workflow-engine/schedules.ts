import { latestTime, nextTime, startWorkflowWithin } from '../../domains/workflows/index.ts';
import { type Database, statement, type Transaction } from '../../platform/db/index.ts';
import { ApiError, newId, systemActor } from '../../platform/kernel/index.ts';

/** Schedules of one transaction. */
const schedulesMax = 50;

const due = statement(
  'workflow_engine.due_schedules',
  // With its workflow, which who changes or deletes it holds before its schedule.
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
 * Starts the workflows whose time has come, each once, whichever processes look at the same time: the next time is moved
 * in the transaction that stores the run. Of times that nobody was there for, only the latest is made up for. How
 * many were looked at.
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
    // It was disabled or deleted at this moment.
    if (!(error instanceof ApiError)) throw error;
  }
}
