import { type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import type { KnowledgeUse } from '../../knowledge/index.ts';
import type { Answer, AnswerMessage } from '../answer.ts';
import type { AddedChatMessage, ChatMessage, CreateChatMessage } from '../schemas.ts';
import type { ChatTakeover } from '../takeover.ts';
import type { ChatKey } from './usage.ts';

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
const selectMessages = readStatement(
  'chats.messages',
  `select chat_id, position, role, content, agent_name, tool_call_id, tool_name, tool_arguments, tool_result, created_at,
     agent_id, agent_version, knowledge
   from chat_messages
   where organization_id = $1 and chat_id = any($2) and position > $3 and position <= $4
   order by chat_id, position`,
);

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
  agent_id: string | null;
  agent_version: number | null;
  knowledge: KnowledgeUse | null;
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
  if (row.role === 'user') return { role: row.role, content: row.content, createdAt };
  const { agent_id: agentId, agent_version: agentVersion } = row;
  const by = agentId === null ? {} : { agentId, ...(agentVersion !== null && { agentVersion }) };
  if (row.role === 'bot') {
    const known = row.knowledge === null ? {} : { knowledge: row.knowledge };
    return { role: row.role, content: row.content, createdAt, ...by, ...known };
  }
  return {
    role: row.role,
    toolCallId: row.tool_call_id,
    toolName: row.tool_name,
    toolArguments: row.tool_arguments,
    toolResult: row.tool_result,
    createdAt,
    ...by,
  };
}

const insertMessages = statement(
  'chats.insert_answer',
  `with chat as (
     update chats set message_count = message_count + json_array_length($3), answered_position = $4,
       model_states = $5, updated_at = clock_timestamp()
     where organization_id = $1 and chat_id = $2
     returning message_count, message_count - json_array_length($3) as before, updated_at
   )
   , added as (
     insert into chat_messages (organization_id, chat_id, position, message_id, role, content, tool_call_id, tool_name,
       tool_arguments, tool_result, answers_position, created_at, agent_id, agent_version, knowledge)
     select $1, $2, before + place, m ->> 'messageId', m ->> 'role', m ->> 'content', m ->> 'toolCallId',
       m ->> 'toolName', m ->> 'toolArguments', m ->> 'toolResult', $6::integer, updated_at, m ->> 'agentId',
       (m ->> 'agentVersion')::integer, m -> 'knowledge'
     from chat, json_array_elements($3) with ordinality as listed (m, place)
   )
   select exists (select from chat_messages where organization_id = $1 and chat_id = $2 and role = 'user'
     and position > $4) as more, message_count as "messageCount" from chat`,
);

/**
 * Stores the messages of an answer. Returns whether the customer has a message after `answeredUpTo`, and how many messages
 * the chat has.
 */
export async function insertAnswer(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  { position, states, answeredUpTo }: Answer & { answeredUpTo: number },
  messages: readonly (AnswerMessage & { messageId: string })[],
): Promise<{ more: boolean; messageCount: number }> {
  const given = [toJson(messages), answeredUpTo, toJson(states), position];
  const [row] = await tx.query<{ more: boolean; messageCount: number }>(insertMessages, [
    organizationId,
    chatId,
    ...given,
  ]);
  return row!;
}

const setWriter = statement(
  'chats.name_writer',
  `update chat_messages set agent_id = $3, agent_version = $4
   where organization_id = $1 and chat_id = $2 and role in ('bot', 'tool') and agent_id is null`,
);

/** Names the agent in its messages so far, because another agent goes on with the chat. */
export async function nameWriter(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  { agentId, version }: { agentId: string; version: number | null },
): Promise<void> {
  await tx.query(setWriter, [organizationId, chatId, agentId, version]);
}

/** A message of a chat as the chat runtime reads it. */
export interface HistoryMessage {
  role: 'user' | 'bot' | 'tool' | 'agent';
  content: string | null;
  agentName: string | null;
  toolCallId: string | null;
  toolName: string | null;
  toolArguments: string | null;
  toolResult: string | null;
}

/** Older messages are not read, because no model receives them. */
const messagesMax = 200;

/** Orders each answer after the message it answers, even when later messages were stored first. */
const selectHistory = readStatement(
  'chats.history',
  `select role, content, agent_name as "agentName", tool_call_id as "toolCallId", tool_name as "toolName",
     tool_arguments as "toolArguments", tool_result as "toolResult"
   from chat_messages
   where organization_id = $1 and chat_id = $2 and position > $3 - ${messagesMax}
     and (role <> 'user' or position <= $3)
     and position > case when role = 'user' then $4::integer else $5::integer end
   order by coalesce(answers_position, position), position`,
);
const selectEarlier = readStatement(
  'chats.earlier_summaries',
  `select summary, created_at as "createdAt" from chats
   where organization_id = $1 and customer_unique_id = $2 and chat_id < $3 and summary is not null
   order by chat_id desc limit 5`,
);

/**
 * Returns the messages up to a message of the customer, oldest first. An agent that has the chat from another one reads
 * those since then.
 */
export async function historyOf(
  db: Queryable,
  chat: { organizationId: string; chatId: string; position: number; takeover: ChatTakeover | null },
): Promise<HistoryMessage[]> {
  const { organizationId, chatId, position, takeover } = chat;
  const since = [takeover?.position ?? 0, takeover?.upTo ?? 0];
  return db.query(selectHistory, [organizationId, chatId, position, ...since]);
}

/** Returns summaries of the customer's previous chats as text, newest first; empty when there are none. */
export async function earlierChatsOf(
  db: Queryable,
  chat: { organizationId: string; customerUniqueId: string; chatId: string },
): Promise<string> {
  const { organizationId, customerUniqueId, chatId } = chat;
  const values = [organizationId, customerUniqueId, chatId];
  const rows = await db.query<{ summary: string; createdAt: string }>(selectEarlier, values);
  return rows.map(({ summary, createdAt }) => `${createdAt.slice(0, 10)}: ${summary}`).join('\n');
}
