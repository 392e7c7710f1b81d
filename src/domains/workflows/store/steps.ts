import { firstRow, type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import { shownCharactersMax, type WorkflowRunStep } from '../schemas.ts';

const brief = (column: string) => `case when length(${column}::text) > ${shownCharactersMax}
  then json_build_object('tooLong', length(${column}::text)) else ${column} end as ${column}`;
const columns = (
  values: string,
) => `step_key as key, step_id as "stepId", type, status, attempts, ${values}, error,
  case when status = 'waiting' then wake_at end as "waitsUntil",
  case when status = 'waiting' then wake_key end as "waitsFor",
  started_at as "startedAt", ended_at as "endedAt"`;

const selectPage = readStatement(
  'workflow_steps.list',
  `select ${columns(`${brief('input')}, ${brief('output')}`)}, position from workflow_steps
   where organization_id = $1 and run_id = $2 and position > $3
   order by position limit $4`,
);
const selectOne = readStatement(
  'workflow_steps.get',
  `select ${columns('input, output')} from workflow_steps
   where organization_id = $1 and run_id = $2 and step_key = $3`,
);

const lock = statement(
  'workflow_steps.lock',
  `select status from workflow_steps where organization_id = $1 and run_id = $2 and step_key = $3 for update`,
);
const settle = statement(
  'workflow_steps.settle',
  `update workflow_steps set status = $4, output = $5, wake_key = $6, wake_at = $7::timestamptz,
     ended_at = case when $4 = 'completed' then clock_timestamp() end
   where organization_id = $1 and run_id = $2 and step_key = $3`,
);

/** A step with its position in the run. */
export type PlacedStep = WorkflowRunStep & { position: number };

/** Returns steps after a position, in order, without long inputs and outputs. */
export async function selectSteps(
  db: Queryable,
  organizationId: string,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PlacedStep[]> {
  return db.query<PlacedStep>(selectPage, [organizationId, runId, after, limit]);
}

/** Returns the step with its complete input and output. */
export function findStep(
  db: Queryable,
  organizationId: string,
  runId: string,
  key: string,
): Promise<WorkflowRunStep | null> {
  return firstRow(db, selectOne, [organizationId, runId, key]);
}

/** The place of a step: its run, and its key in the run's journal. */
interface StepPlace {
  organizationId: string;
  runId: string;
  key: string;
}

/** Locks a step, after the open row of its run. Returns its status, or null when there is none. */
export async function lockStep(
  tx: Queryable,
  { organizationId, runId, key }: StepPlace,
): Promise<string | null> {
  const [step] = await tx.query<{ status: string }>(lock, [organizationId, runId, key]);
  return step?.status ?? null;
}

/** Completes a step with its output. With `wait` the step waits for the key, until the time in Unix milliseconds. */
export async function settleStep(
  tx: Queryable,
  { organizationId, runId, key }: StepPlace,
  output: unknown,
  wait: { key: string; untilMs: number } | null,
): Promise<void> {
  const until = wait && new Date(wait.untilMs).toISOString();
  const values = [wait ? 'waiting' : 'completed', toJson(output), wait?.key ?? null, until];
  await tx.query(settle, [organizationId, runId, key, ...values]);
}
