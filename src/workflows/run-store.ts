import { type Queryable, statement } from '../db/index.ts';
import type { PageRequest } from '../http/index.ts';
import { type Actor, newUuid } from '../kernel/index.ts';
import type { WorkflowRun, WorkflowRunSummary } from './schemas.ts';
import type { RunStatus } from './state.ts';

/** One trigger on its way into the database. */
export interface TriggerItem {
  actor: Actor;
  runId: string;
  workflowId: string;
  /** The input of the run as JSON text. */
  inputText: string;
}

/** How a trigger was judged. */
export type TriggerOutcome = 'ok' | 'unknown' | 'disabled' | 'no-webhook-trigger';

const summaryColumns = `run_id as "workflowRunId", workflow_id as "workflowId", version, status, reason,
  triggered_by as "triggeredBy", request_id as "requestId", created_at as "createdAt", ended_at as "endedAt"`;

const store = statement(
  'workflow_runs.store',
  'select outcome, workflow_name from workflow_store_triggers($1)',
);
const trigger = statement('workflow_runs.trigger', 'select outcome from workflow_trigger($1) as outcome');
const selectPage = statement(
  'workflow_runs.list',
  `select ${summaryColumns} from workflow_runs
   where organization_id = $1 and workflow_id = $2 and ($3::text is null or run_id < $3)
     and ($4::text is null or status = $4)
   order by run_id desc limit $5`,
);
const selectOne = statement(
  'workflow_runs.get',
  `select ${summaryColumns}, input from workflow_runs where organization_id = $1 and run_id = $2`,
);
const selectForUpdate = statement('workflow_runs.lock', `${selectOne.text} for update`);
const cancel = statement(
  'workflow_runs.cancel',
  `update workflow_runs set status = 'canceled', reason = $3, ended_at = now()
   where organization_id = $1 and run_id = $2
   returning ${summaryColumns}, input`,
);

/** Judges one trigger and stores its run; its audit entry is the caller's. */
export async function storeTrigger(
  db: Queryable,
  item: TriggerItem,
): Promise<{ outcome: TriggerOutcome; workflowName: string | null }> {
  const [row] = await db.query<{ outcome: TriggerOutcome; workflow_name: string | null }>(store, [
    textOf([item]),
  ]);
  return { outcome: row!.outcome, workflowName: row!.workflow_name };
}

/** Judges the triggers, stores their runs and audit entries, in one statement and in this order. */
export async function triggerAll(db: Queryable, items: TriggerItem[]): Promise<TriggerOutcome[]> {
  const rows = await db.query<{ outcome: TriggerOutcome }>(trigger, [textOf(items)]);
  return rows.map(({ outcome }) => outcome);
}

/** One row more than the page, to tell whether there is more. */
export async function selectRuns(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  page: PageRequest & { status: RunStatus | undefined },
): Promise<WorkflowRunSummary[]> {
  const values = [organizationId, workflowId, page.after?.id ?? null, page.status ?? null, page.size + 1];
  return db.query<WorkflowRunSummary>(selectPage, values);
}

export async function findRun(
  db: Queryable,
  organizationId: string,
  runId: string,
): Promise<WorkflowRun | null> {
  const [run] = await db.query<WorkflowRun>(selectOne, [organizationId, runId]);
  return run ?? null;
}

/** The run, held against other changes until the transaction ends. */
export async function lockRun(
  db: Queryable,
  organizationId: string,
  runId: string,
): Promise<WorkflowRun | null> {
  const [run] = await db.query<WorkflowRun>(selectForUpdate, [organizationId, runId]);
  return run ?? null;
}

export async function cancelRunRow(
  db: Queryable,
  organizationId: string,
  runId: string,
  reason: string,
): Promise<WorkflowRun> {
  const [run] = await db.query<WorkflowRun>(cancel, [organizationId, runId, reason]);
  return run!;
}

/** The items as a JSON array, with each input as the text it is already. */
function textOf(items: TriggerItem[]): string {
  const texts = items.map(({ actor, runId, workflowId, inputText }) => {
    const { organizationId, memberId, requestId } = actor;
    const head = { organizationId, workflowId, runId, memberId, requestId, auditLogId: newUuid() };
    return `${JSON.stringify(head).slice(0, -1)},"input":${inputText}}`;
  });
  return `[${texts.join(',')}]`;
}
