import { type Queryable, statement, toJson } from '../db/index.ts';
import type { PageRequest } from '../http/index.ts';
import type { Agent, CreateAgent } from './schemas.ts';

/** An agent without what the database fills in. */
export interface AgentValues extends CreateAgent {
  requiredVariables: string[];
}

const columns = `agent_id, name, prompt, first_message, language, variables, required_variables, model, voice,
  transcriber, tools, transfer_destinations, analysis, max_duration_seconds, silence_seconds, created_at, updated_at`;

interface AgentRow {
  agent_id: string;
  name: string;
  prompt: string;
  first_message: string | null;
  language: string;
  variables: Agent['variables'];
  required_variables: string[];
  model: Agent['model'];
  voice: Agent['voice'];
  transcriber: Agent['transcriber'];
  tools: Agent['tools'];
  transfer_destinations: Agent['transferDestinations'];
  analysis: Agent['analysis'];
  max_duration_seconds: number;
  silence_seconds: number;
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'agents.insert',
  `insert into agents (organization_id, agent_id, name, prompt, first_message, language, variables,
     required_variables, model, voice, transcriber, tools, transfer_destinations, analysis, max_duration_seconds,
     silence_seconds, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, now(), now())
   returning ${columns}`,
);
const update = statement(
  'agents.update',
  `update agents set name = $3, prompt = $4, first_message = $5, language = $6, variables = $7,
     required_variables = $8, model = $9, voice = $10, transcriber = $11, tools = $12, transfer_destinations = $13,
     analysis = $14, max_duration_seconds = $15, silence_seconds = $16, updated_at = now()
   where organization_id = $1 and agent_id = $2
   returning ${columns}`,
);
const selectOne = statement(
  'agents.get',
  `select ${columns} from agents where organization_id = $1 and agent_id = $2`,
);
const selectForUpdate = statement('agents.lock', `${selectOne.text} for update`);
const selectPage = statement(
  'agents.list',
  `select ${columns} from agents where organization_id = $1 and ($2::text is null or agent_id < $2)
   order by agent_id desc limit $3`,
);
const remove = statement('agents.delete', 'delete from agents where organization_id = $1 and agent_id = $2');
const users = statement(
  'agents.users',
  `select 'phone number ' || phone_number as name from phone_numbers
     where organization_id = $1 and inbound_agent_id = $2
   union all
   select 'campaign ' || name from campaigns where organization_id = $1 and agent_id = $2 and status <> 'ended'
   union all
   (select 'call ' || call_id from calls where organization_id = $1 and agent_id = $2
      and status in ('queued', 'dialing', 'ringing', 'in-progress', 'forwarding') limit 1)
   union all
   (select 'chat ' || chat_id from chats where organization_id = $1 and agent_id = $2
      and status in ('active', 'handedOff') limit 1)
   limit 5`,
);

export async function insertAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
  values: AgentValues,
): Promise<Agent> {
  const [row] = await db.query<AgentRow>(insert, [organizationId, agentId, ...parametersOf(values)]);
  return toAgent(row!);
}

export async function updateAgentRow(
  db: Queryable,
  organizationId: string,
  agentId: string,
  values: AgentValues,
): Promise<Agent> {
  const [row] = await db.query<AgentRow>(update, [organizationId, agentId, ...parametersOf(values)]);
  return toAgent(row!);
}

export async function findAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<Agent | null> {
  const [row] = await db.query<AgentRow>(selectOne, [organizationId, agentId]);
  return row ? toAgent(row) : null;
}

/** The agent, held against other changes until the transaction ends. */
export async function lockAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<Agent | null> {
  const [row] = await db.query<AgentRow>(selectForUpdate, [organizationId, agentId]);
  return row ? toAgent(row) : null;
}

/** One row more than the page, to tell whether there is more. */
export async function selectAgents(
  db: Queryable,
  organizationId: string,
  page: PageRequest,
): Promise<Agent[]> {
  const rows = await db.query<AgentRow>(selectPage, [organizationId, page.after?.id ?? null, page.size + 1]);
  return rows.map(toAgent);
}

export async function deleteAgentRow(db: Queryable, organizationId: string, agentId: string): Promise<void> {
  await db.query(remove, [organizationId, agentId]);
}

/** What still uses the agent, in words; at most five. */
export async function usersOfAgent(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, agentId]);
  return rows.map(({ name }) => name);
}

function parametersOf(values: AgentValues): unknown[] {
  return [
    values.name,
    values.prompt,
    values.firstMessage,
    values.language,
    toJson(values.variables),
    values.requiredVariables,
    toJson(values.model),
    toJson(values.voice),
    toJson(values.transcriber),
    toJson(values.tools),
    toJson(values.transferDestinations),
    toJson(values.analysis),
    values.limits.maxDurationSeconds,
    values.limits.silenceSeconds,
  ];
}

function toAgent(row: AgentRow): Agent {
  return {
    agentId: row.agent_id,
    name: row.name,
    prompt: row.prompt,
    firstMessage: row.first_message,
    language: row.language,
    variables: row.variables,
    requiredVariables: row.required_variables,
    model: row.model,
    voice: row.voice,
    transcriber: row.transcriber,
    tools: row.tools,
    transferDestinations: row.transfer_destinations,
    analysis: row.analysis,
    limits: { maxDurationSeconds: row.max_duration_seconds, silenceSeconds: row.silence_seconds },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
