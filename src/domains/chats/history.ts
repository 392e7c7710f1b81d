import { type Queryable, readStatement } from '../../platform/db/index.ts';

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
const select = readStatement(
  'chats.history',
  `select role, content, agent_name as "agentName", tool_call_id as "toolCallId", tool_name as "toolName",
     tool_arguments as "toolArguments", tool_result as "toolResult"
   from chat_messages
   where organization_id = $1 and chat_id = $2 and position > $3 - ${messagesMax}
     and (role <> 'user' or position <= $3)
   order by coalesce(answers_position, position), position`,
);
const selectEarlier = readStatement(
  'chats.earlier_summaries',
  `select summary, created_at as "createdAt" from chats
   where organization_id = $1 and customer_unique_id = $2 and chat_id < $3 and summary is not null
   order by chat_id desc limit 5`,
);

/** Returns the messages up to a message of the customer, oldest first. */
export async function historyOf(
  db: Queryable,
  { organizationId, chatId, position }: { organizationId: string; chatId: string; position: number },
): Promise<HistoryMessage[]> {
  return db.query(select, [organizationId, chatId, position]);
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
