import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';

const triggers = readStatement(
  'workflow_triggers.of_events',
  `select workflow_id as "workflowId", event, filter from workflow_event_triggers
   where organization_id = $1 and event = any($2) order by workflow_id`,
);
/** A repeatedly failing filter is stored once in this many seconds. */
const failureEverySeconds = 60;
const keepFailure = statement(
  'workflow_triggers.keep_failure',
  `update workflow_event_triggers set failed_at = clock_timestamp(), failed_event = $3, failure = $4
   where organization_id = $1 and workflow_id = $2
     and (failure is distinct from $4 or failed_at < clock_timestamp() - make_interval(secs => ${failureEverySeconds}))
   returning 1`,
);
// Locked with its workflow, in the lock order of changes and deletion.
const due = statement(
  'workflow_triggers.due_schedules',
  `select s.organization_id as "organizationId", s.workflow_id as "workflowId", s.cron, s.time_zone as "timeZone",
     s.next_at as "nextAt"
   from workflow_schedules s join workflows w on w.organization_id = s.organization_id and w.workflow_id = s.workflow_id
   where s.next_at is null or s.next_at <= $1 order by s.next_at nulls first limit $2
   for key share of w skip locked for update of s skip locked`,
);
const move = statement(
  'workflow_triggers.move_schedule',
  'update workflow_schedules set next_at = $3 where organization_id = $1 and workflow_id = $2',
);

/** The trigger of a workflow that an event may start. */
interface StoredEventTrigger {
  workflowId: string;
  event: string;
  filter: string | null;
}

/** Returns the triggers of the given types of events. */
export function eventTriggersOf(
  db: Queryable,
  organizationId: string,
  types: readonly string[],
): Promise<StoredEventTrigger[]> {
  return db.query<StoredEventTrigger>(triggers, [organizationId, types]);
}

/** Stores why an event could not be judged. Returns false for a failure that was stored within the last minute. */
export async function keepTriggerFailure(
  tx: Queryable,
  failure: { organizationId: string; workflowId: string; eventId: string; reason: string },
): Promise<boolean> {
  const { organizationId, workflowId, eventId, reason } = failure;
  return (await tx.query(keepFailure, [organizationId, workflowId, eventId, reason])).length > 0;
}

/** The schedule of a workflow. `nextAt` is null before its first time was computed. */
export interface DueSchedule {
  organizationId: string;
  workflowId: string;
  cron: string;
  timeZone: string;
  nextAt: string | null;
}

/** Locks and returns up to `max` schedules that are due and that no other process holds. */
export function lockDueSchedules(tx: Queryable, nowMs: number, max: number): Promise<DueSchedule[]> {
  return tx.query<DueSchedule>(due, [new Date(nowMs).toISOString(), max]);
}

/** Stores the next time of a schedule in Unix milliseconds; `null` when there is none. */
export async function moveSchedule(
  tx: Queryable,
  { organizationId, workflowId }: DueSchedule,
  nextMs: number | null,
): Promise<void> {
  const nextAt = nextMs === null ? 'infinity' : new Date(nextMs).toISOString();
  await tx.query(move, [organizationId, workflowId, nextAt]);
}
