import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { AddedChatMessage, ChatMessage, CreateChat, CreateChatMessage } from './schemas.ts';
import type { ChatStatus } from './state.ts';
import { newestPrices } from './usage.ts';

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
export const columns = `chat_id as "chatId", agent_id as "agentId", customer_unique_id as "customerUniqueId", status, summary,
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
export const analysisWanted = `case when message_count > 0 and exists (
     select from agent_versions v where v.organization_id = c.organization_id and v.agent_id = c.agent_id
       and v.version = c.agent_version and json_typeof(v.configuration -> 'analysis') = 'object') then 'pending' end`;
const setStatus = statement(
  'chats.set_status',
  `update chats c set status = $3, updated_at = now(), ended_at = case when $4 then now() else ended_at end,
     analysis_status = case when $4 then ${analysisWanted} end,
     price_version = case when $4 then ${newestPrices} end
   where organization_id = $1 and chat_id = $2
   returning ${columns}`,
);
/** The caller holds the chat's row, so positions are consecutive and times never go backwards. */
const insertMessage = statement(
  'chats.insert_message',
  `with chat as (
     update chats set message_count = message_count + 1, updated_at = clock_timestamp()
     where organization_id = $1 and chat_id = $2
     returning message_count, updated_at
   )
   insert into chat_messages (organization_id, chat_id, position, message_id, role, content, agent_name, member_id,
     created_at)
   select $1, $2, message_count, $3, $4, $5,
     case when $4 = 'agent' then coalesce($6, (
       select name from members where organization_id = $1 and member_id = $7), 'Agent') end,
     case when $4 = 'agent' then $7 end, updated_at
   from chat
   returning position, content, agent_name as "agentName", created_at as "createdAt"`,
);
const setAnswered = statement(
  'chats.answer_only_last',
  `with last as (
     select role = 'user' as is_customers from chat_messages
     where organization_id = $1 and chat_id = $2 order by position desc limit 1
   )
   update chats set answered_position = message_count - case when is_customers then 1 else 0 end,
     -- A dialogue that has been handed over is at its end: it begins anew.
     model_states = null
   from last where organization_id = $1 and chat_id = $2
   returning is_customers as "isCustomers"`,
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
const selectMessages = readStatement(
  'chats.messages',
  `select chat_id, position, role, content, agent_name, tool_call_id, tool_name, tool_arguments, tool_result, created_at
   from chat_messages
   where organization_id = $1 and chat_id = any($2) and position > $3 and position <= $4
   order by chat_id, position`,
);

/** Inserts a chat. Returns null when the agent does not exist. `createdAtMs` is the time in the chat's id. */
export async function insertChat(
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
  const [row] = await db.query<ChatRecord>(insert, values);
  return row ?? null;
}

export async function findChat(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatRecord | null> {
  const [row] = await db.query<ChatRecord>(selectOne, [organizationId, chatId]);
  return row ?? null;
}

/** Returns null when the chat does not exist. */
export async function findProgress(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatProgress | null> {
  const [row] = await db.query<ChatProgress>(selectProgress, [organizationId, chatId]);
  return row ?? null;
}

/** Locks the chat against other changes until the transaction ends. */
export async function lockChat(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatRecord | null> {
  const [row] = await db.query<ChatRecord>(selectForUpdate, [organizationId, chatId]);
  return row ?? null;
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

/** Inserts a message into a chat locked by the transaction. `memberId` supplies the name of an agent who gives none. */
export async function insertChatMessage(
  db: Queryable,
  place: { organizationId: string; chatId: string; messageId: string; memberId: string },
  input: CreateChatMessage,
): Promise<{ position: number; message: AddedChatMessage }> {
  const { organizationId, chatId, messageId, memberId } = place;
  const { role, content, agentName } = input;
  const given = [role, content, agentName ?? null, memberId];
  const [row] = await db.query<{ position: number; agentName: string; createdAt: string }>(insertMessage, [
    organizationId,
    chatId,
    messageId,
    ...given,
  ]);
  const { createdAt, position } = row!;
  const head = { messageId, chatId, content, createdAt };
  const message: AddedChatMessage =
    role === 'agent' ? { ...head, role, agentName: row!.agentName, memberId } : { ...head, role };
  return { position, message };
}

/**
 * Leaves only the last message to answer, if it is the customer's, and returns whether it is. The caller holds the
 * chat.
 */
export async function answerOnlyLast(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<boolean> {
  const [row] = await db.query<{ isCustomers: boolean }>(setAnswered, [organizationId, chatId]);
  return row?.isCustomers === true;
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

interface MessageRow {
  chat_id: string;
  position: number;
  role: ChatMessage['role'];
  content: string;
  agent_name: string;
  tool_call_id: string;
  tool_name: string;
  tool_arguments: string;
  tool_result: string;
  created_at: string;
}

/** Returns messages with positions above `after` up to `upTo`, in order, by chat. */
export async function messagesOfChats(
  db: Queryable,
  organizationId: string,
  chatIds: string[],
  positions: { after: number; upTo: number },
): Promise<Map<string, { position: number; message: ChatMessage }[]>> {
  const values = [organizationId, chatIds, positions.after, positions.upTo];
  const rows = await db.query<MessageRow>(selectMessages, values);
  const byChat = new Map<string, { position: number; message: ChatMessage }[]>(chatIds.map((id) => [id, []]));
  for (const row of rows) byChat.get(row.chat_id)?.push({ position: row.position, message: toMessage(row) });
  return byChat;
}

function toMessage(row: MessageRow): ChatMessage {
  const createdAt = row.created_at;
  if (row.role === 'agent') {
    return { role: row.role, content: row.content, agentName: row.agent_name, createdAt };
  }
  if (row.role !== 'tool') return { role: row.role, content: row.content, createdAt };
  return {
    role: row.role,
    toolCallId: row.tool_call_id,
    toolName: row.tool_name,
    toolArguments: row.tool_arguments,
    toolResult: row.tool_result,
    createdAt,
  };
}
