import { statement } from '../../../platform/db/index.ts';
import type { Step } from './step.ts';

const runsAtOnce = 500;

/** SQL: whether a run, or one of its steps, names the person. */
const named = `names_person($1, $2, $4, concat_ws(E'\\n', r.input, r.output, r.reason, r.triggered_by))
  or exists (select from workflow_steps t where t.organization_id = r.organization_id and t.run_id = r.run_id
    and names_person($1, $2, $4, concat_ws(E'\\n', t.input, t.output, t.error, t.wake_key)))`;
const removeRuns = statement(
  'data_deletions.runs',
  `with recursive page as materialized (
     select r.organization_id, r.run_id, r.parent_run_id, ${named} as is_named from workflow_runs r
     where r.organization_id = $1 and r.run_id > $3 order by r.run_id limit ${runsAtOnce}
   ), up as (
     select run_id, parent_run_id from page where is_named
     union select p.run_id, p.parent_run_id from up join workflow_runs p
       on p.organization_id = $1 and p.run_id = up.parent_run_id
   ), family as (
     select run_id from up
     union select c.run_id from family join workflow_runs c
       on c.organization_id = $1 and c.parent_run_id = family.run_id
   ), noted as (
     insert into data_deletion_subjects select $1, $2, run_id from family on conflict do nothing
   ), gone as (
     delete from workflow_runs d using family where d.organization_id = $1 and d.run_id = family.run_id returning 1)
   select (select max(run_id) from page) as last, (select count(*)::int from gone) as "workflowRuns"`,
);
const removeEvents = statement(
  'data_deletions.workflow_events',
  `with gone as (
     delete from workflow_events e
     where e.organization_id = $1 and names_person($1, $2, $3, concat_ws(E'\\n', e.key, e.payload)) returning 1)
   select count(*)::int as "workflowEvents" from gone`,
);

/** Removes runs, including open ones, that name the person or the person's records, with their parents and children. */
export const removeNamedRuns: Step = async (tx, { organizationId, dataDeletionId, pattern }, cursor) => {
  const values = [organizationId, dataDeletionId, cursor ?? '', pattern];
  const [row] = await tx.query<{ last: string | null; workflowRuns: number }>(removeRuns, values);
  const { last, ...deleted } = row!;
  return last === null ? { deleted } : { deleted, cursor: last };
};

/** Removes events that are kept for workflows. It needs no cursor, because there are few. */
export const removeWorkflowEvents: Step = async (tx, { organizationId, dataDeletionId, pattern }) => {
  const values = [organizationId, dataDeletionId, pattern];
  const [deleted] = await tx.query<{ workflowEvents: number }>(removeEvents, values);
  return { deleted: deleted! };
};
