import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import { configurationOf } from '../configuration-of.ts';
import type { AgentConfiguration, AgentVersionSummary } from '../schemas.ts';

/** Columns of `a` (an agent) and `v` (its published version). */
const columns = `a.agent_id, a.version, a.required_variables, a.draft, a.created_at, a.updated_at, v.configuration`;
const withVersion = `join agent_versions v
  on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version`;

interface AgentRow {
  agent_id: string;
  version: number;
  required_variables: string[];
  draft: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  configuration: Record<string, unknown>;
}

const insert = statement(
  'agents.insert',
  `with a as (
     insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     values ($1, $2, 1, $4::json ->> 'name', $3, now(), now()) returning *
   ), v as (
     insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
     select organization_id, agent_id, version, $4::json, now(), $5 from a returning *
   )
   select ${columns} from a, v`,
);
const publish = statement(
  'agents.publish',
  `with a as (
     update agents set version = version + 1, name = $4::json ->> 'name', required_variables = $3, draft = $6,
       updated_at = now()
     where organization_id = $1 and agent_id = $2 returning *
   ), v as (
     insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
     select organization_id, agent_id, version, $4::json, now(), $5 from a returning *
   )
   select ${columns} from a, v`,
);
const setDraft = statement(
  'agents.set_draft',
  `with a as (
     update agents set draft = $3, updated_at = now() where organization_id = $1 and agent_id = $2 returning *
   )
   select ${columns} from a ${withVersion}`,
);
const selectOne = readStatement(
  'agents.get',
  `select ${columns} from agents a ${withVersion} where a.organization_id = $1 and a.agent_id = $2`,
);
const selectId = 'select 1 from agents where organization_id = $1 and agent_id = $2';
const lock = statement('agents.lock', `${selectId} for no key update`);
const lockForDeletion = statement('agents.lock_for_deletion', `${selectId} for update`);
const selectHeld = readStatement('agents.hold', `${selectId} for key share`);
const list = namedList('agents.list', {
  select: `select ${columns} from agents a ${withVersion}`,
  organization: 'a.organization_id',
  id: 'a.agent_id',
  text: 'a.name',
});
const remove = statement('agents.delete', 'delete from agents where organization_id = $1 and agent_id = $2');
/** An agent as it is stored. */
export interface AgentRecord {
  agentId: string;
  version: number;
  published: AgentConfiguration;
  requiredVariables: string[];
  draft: AgentConfiguration | null;
  createdAt: string;
  updatedAt: string;
}

/** A version to be stored. */
interface VersionValues {
  configuration: AgentConfiguration;
  requiredVariables: string[];
  /** The member who publishes it. */
  memberId: string;
}

/** Inserts an agent with its version 1. */
export async function insertAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
  values: VersionValues,
): Promise<AgentRecord> {
  const { configuration, requiredVariables, memberId } = values;
  const given = [organizationId, agentId, requiredVariables, toJson(configuration), memberId];
  const [row] = await db.query<AgentRow>(insert, given);
  return toRecord(row!);
}

/** Inserts the next version of a locked agent and stores the draft. */
export async function insertVersion(
  db: Queryable,
  organizationId: string,
  agentId: string,
  values: VersionValues & { draft: AgentConfiguration | null },
): Promise<AgentRecord> {
  const { configuration, requiredVariables, memberId, draft } = values;
  const given = [organizationId, agentId, requiredVariables, toJson(configuration), memberId, toJson(draft)];
  const [row] = await db.query<AgentRow>(publish, given);
  return toRecord(row!);
}

export async function updateDraft(
  db: Queryable,
  organizationId: string,
  agentId: string,
  draft: AgentConfiguration | null,
): Promise<AgentRecord> {
  const [row] = await db.query<AgentRow>(setDraft, [organizationId, agentId, toJson(draft)]);
  return toRecord(row!);
}

export async function findAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<AgentRecord | null> {
  const [row] = await db.query<AgentRow>(selectOne, [organizationId, agentId]);
  return row ? toRecord(row) : null;
}

/** Locks the agent against other changes until the transaction ends. */
export async function lockAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<AgentRecord | null> {
  // A separate statement: a join in the locking statement would read the version from before the wait.
  await db.query(lock, [organizationId, agentId]);
  return findAgent(db, organizationId, agentId);
}

/** Locks the agent against changes and new references. Query existing references after this. */
export async function lockAgentForDeletion(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<AgentRecord | null> {
  await db.query(lockForDeletion, [organizationId, agentId]);
  return findAgent(db, organizationId, agentId);
}

/** Returns whether the agent exists, and prevents its deletion until the transaction ends. */
export async function holdAgent(db: Queryable, organizationId: string, agentId: string): Promise<boolean> {
  return (await db.query(selectHeld, [organizationId, agentId])).length > 0;
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectAgents(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<AgentRecord[]> {
  const rows = await queryNamedList<AgentRow>(db, list, organizationId, request);
  return rows.map(toRecord);
}

export async function deleteAgentRow(db: Queryable, organizationId: string, agentId: string): Promise<void> {
  await db.query(remove, [organizationId, agentId]);
}

function toRecord(row: AgentRow): AgentRecord {
  return {
    agentId: row.agent_id,
    version: row.version,
    published: configurationOf(row.configuration),
    requiredVariables: row.required_variables,
    draft: row.draft && configurationOf(row.draft),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

interface VersionRow {
  agent_id: string;
  version: number;
  published_at: string;
  published_by: string;
}

const selectVersion = readStatement(
  'agents.version',
  `select agent_id, version, published_at, published_by, configuration from agent_versions
   where organization_id = $1 and agent_id = $2 and version = $3`,
);
const selectVersionPage = readStatement(
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
): Promise<(AgentVersionSummary & { configuration: AgentConfiguration }) | null> {
  const values = [organizationId, agentId, version];
  const [row] = await db.query<VersionRow & { configuration: object }>(selectVersion, values);
  return row ? { ...toSummary(row), configuration: configurationOf(row.configuration) } : null;
}

/** Returns one row more than the page, to know whether another page follows. `below`: only versions before this one. */
export async function selectVersions(
  db: Queryable,
  organizationId: string,
  agentId: string,
  page: { size: number; below: number | null },
): Promise<AgentVersionSummary[]> {
  const values = [organizationId, agentId, page.below, page.size + 1];
  return (await db.query<VersionRow>(selectVersionPage, values)).map(toSummary);
}

function toSummary(row: VersionRow): AgentVersionSummary {
  return {
    agentId: row.agent_id,
    version: row.version,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
  };
}
