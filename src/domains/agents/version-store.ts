import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { configurationOf } from './configuration-of.ts';
import type { AgentVersion, AgentVersionSummary } from './schemas.ts';
import { shownConfiguration } from './shown.ts';

interface VersionRow {
  agent_id: string;
  version: number;
  published_at: string;
  published_by: string;
}

const selectOne = readStatement(
  'agents.version',
  `select agent_id, version, published_at, published_by, configuration from agent_versions
   where organization_id = $1 and agent_id = $2 and version = $3`,
);
const selectPage = readStatement(
  'agents.versions',
  `select agent_id, version, published_at, published_by from agent_versions
   where organization_id = $1 and agent_id = $2 and ($3::integer is null or version < $3)
   order by version desc limit $4`,
);

export async function findVersion(
  db: Queryable,
  organizationId: string,
  agentId: string,
  version: number,
): Promise<AgentVersion | null> {
  const values = [organizationId, agentId, version];
  const [row] = await db.query<VersionRow & { configuration: object }>(selectOne, values);
  return row
    ? { ...toSummary(row), configuration: shownConfiguration(configurationOf(row.configuration)) }
    : null;
}

/** Returns one row more than the page, to know whether another page follows. `below`: only versions before this one. */
export async function selectVersions(
  db: Queryable,
  organizationId: string,
  agentId: string,
  page: { size: number; below: number | null },
): Promise<AgentVersionSummary[]> {
  const values = [organizationId, agentId, page.below, page.size + 1];
  return (await db.query<VersionRow>(selectPage, values)).map(toSummary);
}

function toSummary(row: VersionRow): AgentVersionSummary {
  return {
    agentId: row.agent_id,
    version: row.version,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
  };
}
