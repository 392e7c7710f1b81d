import { type Queryable, readStatement } from '../../platform/db/index.ts';
import type { WorkflowVersion, WorkflowVersionSummary } from './schemas.ts';

const columns = `version, trigger, published_at as "publishedAt", published_by as "publishedBy"`;

const selectOne = readStatement(
  'workflows.version',
  `select ${columns}, definition from workflow_versions
   where organization_id = $1 and workflow_id = $2 and version = $3`,
);
const selectPage = readStatement(
  'workflows.versions',
  `select ${columns} from workflow_versions
   where organization_id = $1 and workflow_id = $2 and ($3::integer is null or version < $3)
   order by version desc limit $4`,
);

export async function findVersion(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  version: number,
): Promise<WorkflowVersion | null> {
  const [row] = await db.query<WorkflowVersion>(selectOne, [organizationId, workflowId, version]);
  return row ?? null;
}

/** Returns one row more than the page, to know whether another page follows. `below`: only versions before this one. */
export async function selectVersions(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  page: { size: number; below: number | null },
): Promise<WorkflowVersionSummary[]> {
  const values = [organizationId, workflowId, page.below, page.size + 1];
  return db.query<WorkflowVersionSummary>(selectPage, values);
}
