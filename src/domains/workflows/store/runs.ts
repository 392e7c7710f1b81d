import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { WorkflowRun, WorkflowRunSummary } from '../schemas.ts';
import { type RunStatus, runStatuses } from '../state.ts';

/** The row of an open run holds its state. */
const status = `case when o.node_id is not null then 'running' else r.status end`;
const reason = `coalesce(r.reason, case
  when o.run_id is null then null
  when o.paused then 'The run is paused. POST to its /resume to continue.'
  when o.node_id is not null then 'The run is in progress.'
  when o.ready_at = 'infinity' then 'The run waits for an event.'
  when o.ready_at > clock_timestamp() then 'The run waits until ' || rfc3339(o.ready_at) || '.'
  else 'The run waits for its turn.' end)`;
const summaryColumns = `r.run_id as "workflowRunId", r.workflow_id as "workflowId", r.version, ${status} as status,
  ${reason} as reason, r.triggered_by as "triggeredBy", r.request_id as "requestId",
  r.parent_run_id as "parentRunId", r.created_at as "createdAt", r.paused_at as "pausedAt", r.ended_at as "endedAt"`;
const tables = `workflow_runs r left join workflow_open_runs o
  on o.organization_id = r.organization_id and o.run_id = r.run_id`;

/** Conditions on the stored status, before checking who executes the run. */
const stored: Record<RunStatus, string> = {
  running: `r.status in ('running', 'waiting') and o.node_id is not null`,
  waiting: `r.status in ('running', 'waiting') and o.node_id is null`,
  completed: `r.status = 'completed'`,
  failed: `r.status = 'failed'`,
  canceled: `r.status = 'canceled'`,
  unpublished: `r.status = 'unpublished'`,
};
/** One statement per selection, so that each uses the index made for it. */
const selectPages = new Map(
  [undefined, ...runStatuses].flatMap((status) =>
    [true, false].map((ofWorkflow) => {
      const words = [status === undefined ? '' : `_${status}`, ofWorkflow ? '_of_workflow' : ''];
      const listed = readStatement(
        `workflow_runs.list${words.join('')}`,
        `select ${summaryColumns} from ${tables}
         where r.organization_id = $1 and r.run_id >= $2 and r.run_id < $3 and r.created_at >= $4 and r.created_at < $5
           ${status === undefined ? '' : `and ${stored[status]}`} ${ofWorkflow ? 'and r.workflow_id = $7' : ''}
         order by r.run_id desc limit $6`,
      );
      return [pageName(status, ofWorkflow), listed] as const;
    }),
  ),
);
const selectOne = readStatement(
  'workflow_runs.get',
  `select ${summaryColumns}, r.input, r.output from ${tables} where r.organization_id = $1 and r.run_id = $2`,
);
const lockOpen = statement(
  'workflow_runs.lock_open',
  'select 1 from workflow_open_runs where organization_id = $1 and run_id = $2 for update',
);
const lock = statement(
  'workflow_runs.lock',
  `select r.status, r.workflow_id as "workflowId", o.paused from ${tables}
   where r.organization_id = $1 and r.run_id = $2 for no key update of r`,
);
const cancel = statement(
  'workflow_runs.cancel',
  `with steps as (
     update workflow_steps set status = 'canceled', ended_at = clock_timestamp()
     where organization_id = $1 and run_id = $2 and status in ('running', 'waiting')
   ), open as (delete from workflow_open_runs where organization_id = $1 and run_id = $2)
   update workflow_runs set status = 'canceled', reason = $3, paused_at = null, ended_at = now()
   where organization_id = $1 and run_id = $2`,
);
const pause = statement(
  'workflow_runs.pause',
  `with open as (update workflow_open_runs set paused = $3 where organization_id = $1 and run_id = $2)
   update workflow_runs set paused_at = case when $3 then now() end where organization_id = $1 and run_id = $2`,
);
/** Deletes failed internal steps, which run anew. Steps with effects keep their input and are carried out again. */
const forgetFailed = statement(
  'workflow_runs.forget_failed',
  `delete from workflow_steps s using workflow_runs r
   where s.organization_id = $1 and s.run_id = $2 and r.organization_id = $1 and r.run_id = $2
     and (s.status = 'failed' and s.step_key = r.failed_step and s.type <> all($3)
       or s.status = 'canceled' and s.type in ('delay', 'waitForEvent'))`,
);
const reopen = statement(
  'workflow_runs.reopen',
  `with steps as (
     update workflow_steps s set status = case when s.wake_key is null then 'running' else 'waiting' end, error = null,
       attempts = case when s.status = 'failed' then 0 else s.attempts end, ended_at = null, wake_at = case
         when s.wake_key is not null then s.wake_at end
     from workflow_runs r
     where s.organization_id = $1 and s.run_id = $2 and r.organization_id = $1 and r.run_id = $2
       and (s.step_key = r.failed_step or s.status = 'canceled')
   ), open as (
     insert into workflow_open_runs (organization_id, run_id, ready_at, claim) values ($1, $2, clock_timestamp(), 1)
   )
   update workflow_runs set status = 'waiting', reason = null, output = null, ended_at = null
   where organization_id = $1 and run_id = $2`,
);

/** Events that arrived meanwhile wake the steps that wait again. */
const catchUp = statement('workflow_runs.catch_up', 'select workflow_catch_up($1, $2)');

const release = statement(
  'workflow_runs.release',
  `update workflow_open_runs set node_id = null,
     ready_at = greatest(ready_at, clock_timestamp() + make_interval(secs => $4 / 1000.0))
   where organization_id = $1 and run_id = $2 and node_id = $3`,
);
/** Includes runs of processes whose node record is already deleted. */
const free = statement(
  'workflow_runs.free',
  `update workflow_open_runs o set node_id = null where node_id is not null
     and (node_id = any($1) or not exists (select from nodes n where n.node_id = o.node_id))
   returning 1`,
);

const freeForgotten = statement(
  'workflow_runs.free_forgotten',
  `update workflow_open_runs o set node_id = null where node_id = $1 and not exists (
     select from unnest($2::text[], $3::text[]) as k (organization_id, run_id)
     where k.organization_id = o.organization_id and k.run_id = o.run_id)
   returning 1`,
);

/** The runs that a list selects. */
interface RunSelection {
  workflowId: string | undefined;
  status: RunStatus | undefined;
  /** The range of ids: at least `from`, below `to`. */
  from: string;
  below: string;
  /** The range of creation times in milliseconds: at least `fromMs`, before `toMs`. */
  fromMs: number;
  belowMs: number;
}

/** Returns runs, newest first. */
export async function selectRuns(
  db: Queryable,
  organizationId: string,
  { workflowId, status, from, below, fromMs, belowMs }: RunSelection,
  limit: number,
): Promise<WorkflowRunSummary[]> {
  const times = [fromMs, belowMs].map((ms) => new Date(Math.min(ms, timeMaxMs)).toISOString());
  const values = [organizationId, from, below, ...times, limit];
  const ofWorkflow = workflowId !== undefined;
  const page = selectPages.get(pageName(status, ofWorkflow))!;
  return db.query<WorkflowRunSummary>(page, ofWorkflow ? [...values, workflowId] : values);
}

/** The year 9999, later than any creation. */
const timeMaxMs = 253_402_300_799_000;

function pageName(status: RunStatus | undefined, ofWorkflow: boolean): string {
  return `${status} ${ofWorkflow}`;
}

export function findRun(
  db: Queryable,
  organizationId: string,
  runId: string,
): Promise<Omit<WorkflowRun, 'steps' | 'hasMoreSteps'> | null> {
  return firstRow(db, selectOne, [organizationId, runId]);
}

/** The parts of a run that decide what may be done with it. */
interface HeldRun {
  status: RunStatus;
  workflowId: string;
  /** null: the run has ended. */
  paused: boolean | null;
}

/** Locks the run against other changes until the transaction ends. */
export async function lockRun(db: Queryable, organizationId: string, runId: string): Promise<HeldRun | null> {
  // In the same lock order as its execution.
  await lockOpenRun(db, organizationId, runId);
  return firstRow(db, lock, [organizationId, runId]);
}

/** Locks the open row of a run, which comes before any change of the run. Returns false when the run has ended. */
export async function lockOpenRun(tx: Queryable, organizationId: string, runId: string): Promise<boolean> {
  return (await tx.query(lockOpen, [organizationId, runId])).length > 0;
}

/** Releases a run that the process executes, to be claimed again `afterMs` from now at the earliest. */
export async function releaseRun(
  db: Queryable,
  { organizationId, runId, nodeId }: { organizationId: string; runId: string; nodeId: string },
  afterMs: number,
): Promise<void> {
  await db.query(release, [organizationId, runId, nodeId, afterMs]);
}

/** Releases the runs of dead processes. Returns how many. */
export async function freeRunsOfDead(db: Queryable, deadNodeIds: readonly string[]): Promise<number> {
  return (await db.query(free, [deadNodeIds])).length;
}

/**
 * Releases the runs that a living process holds and does not execute. A failover of the database may bring back a claim that had
 * ended, and the answer to a claim or a release may be lost. Returns how many.
 */
export async function freeForgottenRuns(
  db: Queryable,
  nodeId: string,
  executed: readonly { organizationId: string; runId: string }[],
): Promise<number> {
  const keys = [executed.map(({ organizationId }) => organizationId), executed.map(({ runId }) => runId)];
  return (await db.query(freeForgotten, [nodeId, ...keys])).length;
}

export async function cancelRunRow(
  db: Queryable,
  organizationId: string,
  runId: string,
  reason: string,
): Promise<void> {
  await db.query(cancel, [organizationId, runId, reason]);
}

export async function pauseRunRow(
  db: Queryable,
  organizationId: string,
  runId: string,
  paused: boolean,
): Promise<void> {
  await db.query(pause, [organizationId, runId, paused]);
}

/** Step types with effects outside the run. */
const effectTypes = [
  'http',
  'queueCall',
  'placeCall',
  'sendChatMessage',
  'pushPersonalization',
  'languageModel',
  'searchKnowledge',
  'workflow',
];

/** Makes a failed run ready again from its failed step. */
export async function reopenRunRow(db: Queryable, organizationId: string, runId: string): Promise<void> {
  await db.query(forgetFailed, [organizationId, runId, effectTypes]);
  await db.query(reopen, [organizationId, runId]);
  await db.query(catchUp, [organizationId, runId]);
}

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

/** Returns the result of a run, or null while it is open. */
export function findEndedRun(db: Queryable, organizationId: string, runId: string): Promise<EndedRun | null> {
  return firstRow(db, ended, [organizationId, runId]);
}
