import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import { configurationOf } from './configuration-of.ts';
import type { AgentConfiguration } from './schemas.ts';

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
const users = readStatement(
  'agents.users',
  `select 'phone number ' || phone_number as name from phone_numbers
     where organization_id = $1 and inbound_agent_id = $2
   union all
   select 'campaign ' || name from campaigns where organization_id = $1 and agent_id = $2 and status <> 'ended'
   union all
   (select 'call ' || call_id from live_calls join calls using (organization_id, call_id)
      where organization_id = $1 and agent_id = $2 limit 1)
   union all
   (select 'call ' || call_id from queued_calls join calls using (organization_id, call_id)
      where organization_id = $1 and agent_id = $2 limit 1)
   union all
   (select 'chat ' || chat_id from chats where organization_id = $1 and agent_id = $2
      and status in ('active', 'handedOff') limit 1)
   limit 5`,
);

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

/** Returns up to five descriptions of what uses the agent. */
export async function usersOfAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, agentId]);
  return rows.map(({ name }) => name);
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
