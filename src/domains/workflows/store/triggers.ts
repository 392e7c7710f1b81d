import { type Queryable, readStatement, statement, type Transaction } from '../../../platform/db/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { conflict, newUuid } from '../../../platform/kernel/index.ts';
import type { BringWorkflowEvent } from '../schemas.ts';

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

/** A trigger to be stored. */
export interface TriggerItem {
  actor: Actor;
  runId: string;
  workflowId: string;
  /** The run's input as JSON text. */
  inputText: string;
  /** The source of an internal trigger, which needs no webhook trigger. */
  by?: 'workflow' | 'schedule' | 'event';
  parentRunId?: string;
  depth?: number;
}

/** The result of a trigger. */
export type TriggerOutcome = 'ok' | 'unknown' | 'disabled' | 'no-webhook-trigger';

const store = statement('workflow_runs.store', 'select outcome, workflow_name from workflow_store_runs($1)');
const versionOf = readStatement(
  'workflow_runs.version',
  'select version from workflow_runs where organization_id = $1 and run_id = $2',
);
const trigger = statement(
  'workflow_runs.trigger',
  'select outcome from workflow_trigger_runs($1) as outcome',
);

/** Stores one trigger's run. The caller appends the audit entry. */
export async function storeTrigger(
  db: Queryable,
  item: TriggerItem,
): Promise<{ outcome: TriggerOutcome; workflowName: string | null; isPublished: boolean }> {
  const [row] = await db.query<{ outcome: TriggerOutcome; workflow_name: string | null }>(store, [
    textOf([item]),
  ]);
  const { organizationId } = item.actor;
  const [stored] = await db.query<{ version: number | null }>(versionOf, [organizationId, item.runId]);
  const isPublished = stored !== undefined && stored.version !== null;
  return { outcome: row!.outcome, workflowName: row!.workflow_name, isPublished };
}

/** Stores the runs and audit entries of triggers in one statement, in this order. */
export async function triggerAll(db: Queryable, items: TriggerItem[]): Promise<TriggerOutcome[]> {
  const rows = await db.query<{ outcome: TriggerOutcome }>(trigger, [textOf(items)]);
  return rows.map(({ outcome }) => outcome);
}

/** Returns the items as a JSON array. Inputs are JSON text already. */
function textOf(items: TriggerItem[]): string {
  const texts = items.map(({ actor, inputText, ...item }) => {
    const { organizationId, memberId, requestId } = actor;
    const head = { ...item, organizationId, memberId, requestId, auditLogId: newUuid() };
    return `${JSON.stringify(head).slice(0, -1)},"input":${inputText}}`;
  });
  return `[${texts.join(',')}]`;
}

const bring = statement(
  'workflow_events.bring',
  'select workflow_bring_event($1, $2, $3, $4, $5) as "stepsAnswered"',
);

/** Sends an event to the steps that wait for its key, or keeps it. Returns how many steps it answered. */
export async function bringEvent(
  tx: Queryable,
  { organizationId, eventId }: { organizationId: string; eventId: string },
  { key, payload, keepSeconds }: BringWorkflowEvent,
): Promise<number> {
  const values = [organizationId, eventId, `event:${key}`, JSON.stringify(payload), keepSeconds];
  const [row] = await tx.query<{ stepsAnswered: number }>(bring, values);
  return row!.stepsAnswered;
}

/** Maximum runs descending from one trigger. A limit on depth is not enough, because loops multiply. */
const descendantsMax = 10_000;

/** Walks from the starting run up to the first one; they are nested only a few deep. */
const addDescendant = statement(
  'workflow_runs.add_descendant',
  `with recursive up as (
     select run_id, parent_run_id, 0 as steps from workflow_runs where organization_id = $1 and run_id = $2
     union all
     select r.run_id, r.parent_run_id, up.steps + 1 from up
       join workflow_runs r on r.organization_id = $1 and r.run_id = up.parent_run_id
     where up.steps < 20
   )
   update workflow_runs r set descendants = r.descendants + 1
   from (select run_id from up order by steps desc limit 1) as first
   where r.organization_id = $1 and r.run_id = first.run_id and r.descendants < $3
   returning 1`,
);

/** Counts a run that another one starts. Throws an ApiError when the first run has too many descendants. */
export async function countDescendant(
  tx: Transaction,
  organizationId: string,
  parentRunId: string,
): Promise<void> {
  const counted = await tx.query(addDescendant, [organizationId, parentRunId, descendantsMax]);
  if (counted.length > 0) return;
  throw conflict('workflow.too_many_runs', `At most ${descendantsMax} runs may descend from one trigger.`);
}
