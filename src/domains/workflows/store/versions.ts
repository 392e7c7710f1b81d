import { firstRow, type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { Named } from '../../workflow-definition/index.ts';
import type { WorkflowVersion, WorkflowVersionSummary } from '../schemas.ts';

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

export function findVersion(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  version: number,
): Promise<WorkflowVersion | null> {
  return firstRow(db, selectOne, [organizationId, workflowId, version]);
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

const unknown = readStatement(
  'workflows.unknown_names',
  `select place::integer from unnest($2::text[], $3::text[], $4::text[]) with ordinality as named (kind, id, provider, place)
   where not case kind
     when 'agent' then exists (select from agents where organization_id = $1 and agent_id = id)
     when 'phone number' then exists (select from phone_numbers where organization_id = $1 and phone_number_id = id)
     when 'schedule' then exists (select from schedules where organization_id = $1 and schedule_id = id)
     when 'retry configuration'
       then exists (select from retry_configs where organization_id = $1 and call_retry_config_id = id)
     when 'source of knowledge'
       then exists (select from knowledge_sources where organization_id = $1 and source_id = id)
     when 'chat' then exists (select from chats where organization_id = $1 and chat_id = id)
     when 'workflow' then exists (select from workflows where organization_id = $1 and workflow_id = id)
     when 'secret' then exists (select from workflow_secrets where organization_id = $1 and name = id)
     when 'provider key'
       then exists (select from provider_keys k where k.organization_id = $1 and k.provider = named.provider and k.name = id)
   end
   order by place`,
);

/** Returns the resources that a definition names and the organization does not have. */
export async function missingNames(
  db: Queryable,
  organizationId: string,
  named: readonly Named[],
): Promise<Named[]> {
  if (named.length === 0) return [];
  const columns = [
    named.map(({ kind }) => kind),
    named.map(({ id }) => id),
    named.map(({ provider }) => provider ?? null),
  ];
  const rows = await db.query<{ place: number }>(unknown, [organizationId, ...columns]);
  return rows.map(({ place }) => named[place - 1]!);
}
