import { firstRow, type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import type { ChatSessionData, CreateChat } from '../schemas.ts';
import type { ChatStatus, OpenStatus } from '../state.ts';
import type { ChatTakeover } from '../takeover.ts';
import { type ChatKey, newestPrices } from './usage.ts';

/** A chat without its messages. */
export interface ChatRecord {
  chatId: string;
  agentId: string;
  customerUniqueId: string;
  status: ChatStatus;
  summary: string | null;
  chatVariables: Record<string, unknown>;
  messageCount: number;
  createdAt: string;
}

/** The progress of a chat. */
export interface ChatProgress {
  status: ChatStatus;
  messageCount: number;
  /** The position up to which the customer's messages are answered. */
  answeredPosition: number;
}

/** The columns of `ChatRecord`. */
const columns = `chat_id as "chatId", agent_id as "agentId", customer_unique_id as "customerUniqueId", status, summary,
  chat_variables as "chatVariables", message_count as "messageCount", created_at as "createdAt"`;

/** Locks the agent against deletion. Inserts nothing when it does not exist. */
const insert = statement(
  'chats.insert',
  `with agent as (
     select agent_id, version from agents where organization_id = $1 and agent_id = $3 for share
   )
   insert into chats (organization_id, chat_id, agent_id, agent_version, customer_unique_id, chat_variables, pushed,
     created_at, updated_at)
   select $1, $2, agent_id, version, $4, $5, $7, $6, $6 from agent
   returning ${columns}`,
);
const selectOne = readStatement(
  'chats.get',
  `select ${columns} from chats where organization_id = $1 and chat_id = $2`,
);
const selectProgress = readStatement(
  'chats.progress',
  `select status, message_count as "messageCount", answered_position as "answeredPosition" from chats
   where organization_id = $1 and chat_id = $2`,
);
const selectForUpdate = statement('chats.lock', `${selectOne.text} for update`);
/** The analysis status of a finished chat `c`: pending if its agent wants an analysis. */
const analysisWanted = `case when message_count > 0 and exists (
     select from agent_versions v where v.organization_id = c.organization_id and v.agent_id = c.agent_id
       and v.version = c.agent_version and json_typeof(v.configuration -> 'analysis') = 'object'
     union all select from chat_trials d where d.organization_id = c.organization_id and d.chat_id = c.chat_id
       and json_typeof(d.draft -> 'analysis') = 'object') then 'pending' end`;
const setStatus = statement(
  'chats.set_status',
  `update chats c set status = $3, updated_at = now(), ended_at = case when $4 then now() else ended_at end,
     analysis_status = case when $4 then ${analysisWanted} end,
     price_version = case when $4 then ${newestPrices} end
   where organization_id = $1 and chat_id = $2
   returning ${columns}`,
);
const greet = statement(
  'chats.greet',
  `with chat as (
     update chats set message_count = 1 where organization_id = $1 and chat_id = $2 returning *
   )
   , greeting as (
     insert into chat_messages (organization_id, chat_id, position, message_id, role, content, created_at)
     select $1, $2, 1, $3, 'bot', $4, created_at from chat
   )
   select ${columns} from chat`,
);

/** Inserts a chat. Returns null when the agent does not exist. `createdAtMs` is the time in the chat's id. */
export function insertChat(
  db: Queryable,
  organizationId: string,
  chat: CreateChat & {
    chatId: string;
    agentId: string;
    createdAtMs: number;
    pushed: Record<string, unknown> | null;
  },
): Promise<ChatRecord | null> {
  const { chatId, agentId, customerUniqueId, chatVariables, createdAtMs, pushed } = chat;
  const createdAt = new Date(createdAtMs).toISOString();
  const given = [toJson(chatVariables), createdAt, toJson(pushed)];
  const values = [organizationId, chatId, agentId, customerUniqueId, ...given];
  return firstRow(db, insert, values);
}

export function findChat(db: Queryable, organizationId: string, chatId: string): Promise<ChatRecord | null> {
  return firstRow(db, selectOne, [organizationId, chatId]);
}

/** Returns null when the chat does not exist. */
export function findProgress(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatProgress | null> {
  return firstRow(db, selectProgress, [organizationId, chatId]);
}

/** Locks the chat against other changes until the transaction ends. */
export function lockChat(db: Queryable, organizationId: string, chatId: string): Promise<ChatRecord | null> {
  return firstRow(db, selectForUpdate, [organizationId, chatId]);
}

export async function updateStatus(
  db: Queryable,
  organizationId: string,
  chatId: string,
  status: ChatStatus,
): Promise<ChatRecord> {
  const over = status === 'ended' || status === 'abandoned';
  const [row] = await db.query<ChatRecord>(setStatus, [organizationId, chatId, status, over]);
  return row!;
}

/** Inserts the agent's first message into an empty chat. */
export async function insertGreeting(
  db: Queryable,
  organizationId: string,
  { chatId, messageId, greeting }: { chatId: string; messageId: string; greeting: string },
): Promise<ChatRecord> {
  const [row] = await db.query<ChatRecord>(greet, [organizationId, chatId, messageId, greeting]);
  return row!;
}

const setActiveAgent = statement(
  'chats.set_active_agent',
  `update chats set active_agent_id = $3, active_agent_version = $4, takeover = $5, model_states = $6
   where organization_id = $1 and chat_id = $2`,
);

/** Lets another agent answer the chat. */
export async function updateActiveAgent(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  to: {
    agentId: string;
    version: number | null;
    takeover: ChatTakeover;
    modelStates: readonly unknown[] | null;
  },
): Promise<void> {
  const { agentId, version, takeover, modelStates } = to;
  const values = [organizationId, chatId, agentId, version, toJson(takeover), toJson(modelStates)];
  await tx.query(setActiveAgent, values);
}

const setSessionData = statement(
  'chats.write_session_data',
  `update chats set session_data = $3, session_data_expires_at = now() + make_interval(secs => $4)
   where organization_id = $1 and chat_id = $2`,
);
const selectSessionData = readStatement(
  'chats.session_data',
  `select case when ttl > 0 then data end as data, case when ttl > 0 then ttl end as ttl
   from (
     select session_data as data, ceil(extract(epoch from session_data_expires_at - now()))::integer as ttl
     from chats where organization_id = $1 and chat_id = $2
   ) written`,
);

export async function updateSessionData(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  { data, ttlSeconds }: { data: Record<string, unknown>; ttlSeconds: number },
): Promise<void> {
  await tx.query(setSessionData, [organizationId, chatId, toJson(data), ttlSeconds]);
}

/** Returns the session data of a chat, with null for what has expired. Null when there is no such chat. */
export function findSessionData(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatSessionData | null> {
  return firstRow(db, selectSessionData, [organizationId, chatId]);
}

/** Maximum chats abandoned in one pass, in total and per organization. */
const chatsMax = 500;
const chatsOfOneMax = 100;

/** A chat that waits for its agent is not abandoned. */
const abandon = statement(
  'chats.abandon',
  `update chats c set status = 'abandoned', updated_at = now(), ended_at = now(), analysis_status = ${analysisWanted},
     price_version = ${newestPrices}
   where (organization_id, chat_id) in (
     select left_alone.organization_id, left_alone.chat_id
     from organizations o cross join lateral (
       select organization_id, chat_id from chats q
       where q.organization_id = o.organization_id and q.status in ('active', 'handedOff')
         and q.updated_at < $1::timestamptz - make_interval(secs => o.chat_abandon_seconds)
         and not exists (select from chat_turns t
           where t.organization_id = q.organization_id and t.chat_id = q.chat_id)
       order by q.updated_at limit ${chatsOfOneMax} for update skip locked) left_alone
     limit ${chatsMax})
   returning organization_id, chat_id`,
);

/**
 * Abandons chats without a message for as long as their organization configured, by the time `at` (RFC 3339). Returns
 * them.
 */
export function abandonIdle(
  tx: Queryable,
  at: string,
): Promise<{ organization_id: string; chat_id: string }[]> {
  return tx.query(abandon, [at]);
}

/** Selects chats, newest first. `agentId` null: of every agent. */
export interface ChatSelection {
  agentId: string | null;
  /** Only chats of this customer; omitted: all. */
  customerUniqueId?: string | undefined;
  /** Only open chats in this state; omitted: all, including finished ones. */
  status?: OpenStatus | undefined;
  /** The range of ids: at least `from`, below `to`. */
  from: string;
  below: string;
}

/** Returns nothing when the agent is gone, although finished chats may outlive it. */
const selectOfAgent = readStatement(
  'chats.list_of_agent',
  `select ${columns} from chats
   where organization_id = $1 and agent_id = $5 and chat_id >= $2 and chat_id < $3
     and exists (select from agents where organization_id = $1 and agent_id = $5)
   order by chat_id desc limit $4`,
);
const selectOfCustomer = readStatement(
  'chats.list_of_customer',
  `select ${columns} from chats
   where organization_id = $1 and customer_unique_id = $5 and chat_id >= $2 and chat_id < $3
     and ($6::text is null or status = $6)
   order by chat_id desc limit $4`,
);
const selectOfAll = readStatement(
  'chats.list',
  `select ${columns} from chats
   where organization_id = $1 and chat_id >= $2 and chat_id < $3
   order by chat_id desc limit $4`,
);
// Open chats are few and have an index of their own.
const selectOpen = readStatement(
  'chats.list_open',
  `select ${columns} from chats
   where organization_id = $1 and status in ('active', 'handedOff') and status = $5
     and chat_id >= $2 and chat_id < $3
   order by chat_id desc limit $4`,
);

/** Returns one page of chats, newest first. */
export async function selectChats(
  db: Queryable,
  organizationId: string,
  selection: ChatSelection,
  limit: number,
): Promise<ChatRecord[]> {
  const { agentId, from, below, customerUniqueId, status } = selection;
  const values = [organizationId, from, below, limit];
  if (customerUniqueId !== undefined)
    return db.query(selectOfCustomer, [...values, customerUniqueId, status ?? null]);
  if (status !== undefined) return db.query(selectOpen, [...values, status]);
  if (agentId === null) return db.query(selectOfAll, values);
  return db.query(selectOfAgent, [...values, agentId]);
}
