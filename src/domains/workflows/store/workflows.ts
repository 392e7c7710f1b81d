import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import {
  type CreateWorkflow,
  type ListedWorkflow,
  lastRunsMax,
  type Workflow,
  type WorkflowTrigger,
} from '../schemas.ts';

/** Columns of `w` (a workflow) and `v` (its published version, if any). */
const columns = `w.workflow_id, w.name, w.trigger, w.definition, w.enabled, w.created_at, w.updated_at, v.version,
  v.trigger as published_trigger, v.definition as published_definition, v.published_at, v.published_by,
  (select json_build_object('at', rfc3339(t.failed_at), 'eventId', t.failed_event, 'message', t.failure)
    from workflow_event_triggers t
    where t.organization_id = w.organization_id and t.workflow_id = w.workflow_id and t.failed_at is not null
  ) as trigger_failure`;
const withVersion = `left join workflow_versions v
  on v.organization_id = w.organization_id and v.workflow_id = w.workflow_id and v.version = w.published_version`;

interface WorkflowRow {
  workflow_id: string;
  name: string;
  trigger: WorkflowTrigger;
  definition: Record<string, unknown>;
  enabled: boolean;
  created_at: string;
  updated_at: string;
  version: number | null;
  published_trigger: WorkflowTrigger;
  published_definition: Record<string, unknown>;
  published_at: string;
  published_by: string;
  trigger_failure: Workflow['triggerFailure'];
}

const insert = statement(
  'workflows.insert',
  `with w as (
     insert into workflows (organization_id, workflow_id, name, trigger, definition, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now()) returning *
   )
   select ${columns} from w ${withVersion}`,
);
const update = statement(
  'workflows.update',
  `with w as (
     update workflows set name = $3, trigger = $4, definition = $5, updated_at = now()
     where organization_id = $1 and workflow_id = $2 returning *
   )
   select ${columns} from w ${withVersion}`,
);
const agents = readStatement(
  'workflows.agents',
  `select a.agent_id from agents a join agent_versions v
     on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1
     and (exists (select from json_array_elements(v.configuration -> 'tools') t where t ->> 'workflowId' = $2)
       or exists (select from json_array_elements(a.draft -> 'tools') t where t ->> 'workflowId' = $2))
   order by a.agent_id limit 5`,
);
const setEnabled = statement(
  'workflows.set_enabled',
  `with w as (
     update workflows set enabled = $3, updated_at = now()
     where organization_id = $1 and workflow_id = $2 returning *
   )
   select ${columns} from w ${withVersion}`,
);
const publish = statement(
  'workflows.publish',
  `with w as (
     update workflows set published_version = coalesce(published_version, 0) + 1, updated_at = now()
     where organization_id = $1 and workflow_id = $2 returning *
   )
   insert into workflow_versions (organization_id, workflow_id, version, trigger, definition, published_at, published_by)
   select organization_id, workflow_id, published_version, trigger, definition, now(), $3 from w`,
);
const selectOne = readStatement(
  'workflows.get',
  `select ${columns} from workflows w ${withVersion} where w.organization_id = $1 and w.workflow_id = $2`,
);
const selectForUpdate = statement('workflows.lock', `${selectOne.text} for update of w`);
const selectHeld = readStatement(
  'workflows.hold',
  'select 1 from workflows where organization_id = $1 and workflow_id = $2 for key share',
);
const list = namedList('workflows.list', {
  select: `select ${columns}, runs.last_runs from workflows w ${withVersion}
   cross join lateral (
     select coalesce(json_agg(json_build_object('workflowRunId', run_id, 'status', status,
       'createdAt', rfc3339(created_at), 'endedAt', rfc3339(ended_at)) order by run_id desc), '[]') as last_runs
     from (
       select r.run_id, case when o.node_id is not null then 'running' else r.status end as status, r.created_at, r.ended_at
       from workflow_runs r left join workflow_open_runs o
         on o.organization_id = r.organization_id and o.run_id = r.run_id
       where r.organization_id = $1 and r.workflow_id = w.workflow_id order by r.run_id desc limit ${lastRunsMax}
     ) run
   ) runs`,
  organization: 'w.organization_id',
  id: 'w.workflow_id',
  text: 'w.name',
});
const remove = statement(
  'workflows.delete',
  'delete from workflows where organization_id = $1 and workflow_id = $2',
);
const openRuns = readStatement(
  'workflows.open_runs',
  `select run_id from workflow_runs
   where organization_id = $1 and workflow_id = $2 and status in ('running', 'waiting') limit 5`,
);

export async function insertWorkflow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  values: CreateWorkflow,
): Promise<Workflow> {
  return one(await db.query(insert, [organizationId, workflowId, ...parametersOf(values)]));
}

export async function updateWorkflowRow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  values: CreateWorkflow,
): Promise<Workflow> {
  return one(await db.query(update, [organizationId, workflowId, ...parametersOf(values)]));
}

export async function updateEnabled(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  enabled: boolean,
): Promise<Workflow> {
  return one(await db.query(setEnabled, [organizationId, workflowId, enabled]));
}

/** Inserts the draft as the next version. */
export async function insertVersion(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  publishedBy: string,
): Promise<Workflow> {
  await db.query(publish, [organizationId, workflowId, publishedBy]);
  // Read again, because triggers on the tables changed the row.
  return one(await db.query(selectOne, [organizationId, workflowId]));
}

export async function findWorkflow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
): Promise<Workflow | null> {
  const [row] = await db.query<WorkflowRow>(selectOne, [organizationId, workflowId]);
  return row ? toWorkflow(row) : null;
}

/** Locks the workflow against other changes and triggers until the transaction ends. */
export async function lockWorkflow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
): Promise<Workflow | null> {
  const [row] = await db.query<WorkflowRow>(selectForUpdate, [organizationId, workflowId]);
  return row ? toWorkflow(row) : null;
}

/** Returns whether the workflow exists, and prevents its deletion until the transaction ends. */
export async function holdWorkflow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
): Promise<boolean> {
  return (await db.query(selectHeld, [organizationId, workflowId])).length > 0;
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectWorkflows(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<ListedWorkflow[]> {
  const rows = await queryNamedList<WorkflowRow & { last_runs: ListedWorkflow['lastRuns'] }>(
    db,
    list,
    organizationId,
    request,
  );
  return rows.map((row) => ({ ...toWorkflow(row), lastRuns: row.last_runs }));
}

export async function deleteWorkflowRow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
): Promise<void> {
  await db.query(remove, [organizationId, workflowId]);
}

/** Returns up to five open runs of the workflow. */
export async function openRunsOf(
  db: Queryable,
  organizationId: string,
  workflowId: string,
): Promise<string[]> {
  const rows = await db.query<{ run_id: string }>(openRuns, [organizationId, workflowId]);
  return rows.map(({ run_id }) => run_id);
}

function parametersOf({ name, trigger, definition }: CreateWorkflow): unknown[] {
  return [name, toJson(trigger), toJson(definition)];
}

function one(rows: WorkflowRow[]): Workflow {
  return toWorkflow(rows[0]!);
}

function toWorkflow(row: WorkflowRow): Workflow {
  return {
    workflowId: row.workflow_id,
    name: row.name,
    trigger: row.trigger,
    definition: row.definition,
    enabled: row.enabled,
    triggerFailure: row.trigger_failure,
    published:
      row.version === null
        ? null
        : {
            version: row.version,
            trigger: row.published_trigger,
            definition: row.published_definition,
            publishedAt: row.published_at,
            publishedBy: row.published_by,
          },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns up to five agents whose published version or draft names the workflow. */
export async function agentsWithWorkflow(
  db: Queryable,
  organizationId: string,
  workflowId: string,
): Promise<string[]> {
  const rows = await db.query<{ agent_id: string }>(agents, [organizationId, workflowId]);
  return rows.map(({ agent_id }) => agent_id);
}
