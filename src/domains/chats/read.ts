import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { createdAtRange, nextPageUrl, pageRequest, type StreamedBody } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { getAgent } from '../agents/index.ts';
import { openChatPage } from './chat-page.ts';
import { customerNumberOf } from './customer-number.ts';
import type {
  Chat,
  ChatAnalysis,
  ChatMessagePage,
  ListAllChats,
  ListChatMessages,
  ListChats,
  ShownChat,
} from './schemas.ts';
import { findChatAnalysis } from './store/analysis.ts';
import { type ChatRecord, findChat, findProgress } from './store/chats.ts';
import { messagesOfChats } from './store/messages.ts';
import { originOf } from './store/trials.ts';
import { usageOfChat } from './store/usage.ts';

export async function getChat(scope: ReadScope, chatId: string): Promise<ShownChat> {
  const { organizationId } = scope.actor;
  const chat = await findChat(scope.db, organizationId, chatId);
  if (!chat) throw notFound('chat');
  const shown = await withTranscript(scope.db, organizationId, chat);
  const usage = await usageOfChat(scope.db, organizationId, chatId);
  const origin = await originOf(scope.db, organizationId, chatId);
  return { ...shown, ...usage, ...origin, customerNumber: customerNumberOf(chat) };
}

/** Returns the chat with its messages so far. */
export async function withTranscript(db: Queryable, organizationId: string, chat: ChatRecord): Promise<Chat> {
  const { messageCount, ...shown } = chat;
  if (messageCount === 0) return { ...shown, transcript: { messages: [] } };
  const positions = { after: 0, upTo: messageCount };
  const byChat = await messagesOfChats(db, organizationId, [chat.chatId], positions);
  return {
    ...shown,
    transcript: { messages: byChat.get(chat.chatId)?.map(({ message }) => message) ?? [] },
  };
}

/** Returns a chat's analysis and whether another is pending. */
export async function getChatAnalysis(scope: ReadScope, chatId: string): Promise<ChatAnalysis> {
  const found = await findChatAnalysis(scope.db, scope.actor.organizationId, chatId);
  if (!found) throw notFound('chat');
  return found;
}

/** Lists the agent's chats, newest first. */
export async function listChats(
  scope: ReadScope & { baseUrl: string },
  agentId: string,
  query: ListChats,
): Promise<StreamedBody> {
  const { size, after } = pageRequest(query);
  const range = createdAtRange('chat', query);
  const below = after !== null && after.id < range.below ? after.id : range.below;
  return openChatPage(scope.db, {
    organizationId: scope.actor.organizationId,
    selection: { agentId, from: range.from, below },
    size,
    withoutSummary: query.exclude !== undefined,
    withUsage: false,
    nextPage: (place) => nextPageUrl(scope.baseUrl, `/api/agents/${agentId}/chats`, query, place),
    // An agent with chats exists, so it is only looked up when no chat is found.
    ifNone: () => getAgent(scope, agentId),
  });
}

/** Lists the chats of all agents, newest first, optionally of one customer. */
export async function listAllChats(
  scope: ReadScope & { baseUrl: string },
  query: ListAllChats,
): Promise<StreamedBody> {
  const { size, after } = pageRequest(query);
  const { from, below: end } = createdAtRange('chat', query);
  const below = after !== null && after.id < end ? after.id : end;
  return openChatPage(scope.db, {
    organizationId: scope.actor.organizationId,
    selection: { agentId: null, customerUniqueId: query.customerUniqueId, status: query.status, from, below },
    size,
    withoutSummary: query.exclude !== undefined,
    withUsage: true,
    nextPage: (place) => nextPageUrl(scope.baseUrl, '/api/chats', query, place),
  });
}

const pageSizeDefault = 100;

/** Lists the messages of a chat, oldest first. */
export async function listMessages(
  scope: ReadScope & { baseUrl: string },
  chatId: string,
  { pageSize = pageSizeDefault, after = 0 }: ListChatMessages,
): Promise<ChatMessagePage> {
  const { organizationId } = scope.actor;
  const progress = await findProgress(scope.db, organizationId, chatId);
  if (!progress) throw notFound('chat');
  const upTo = Math.min(after + pageSize, progress.messageCount);
  const found = await messagesOfChats(scope.db, organizationId, [chatId], { after, upTo });
  const messages = (found.get(chatId) ?? []).map(({ position, message }) => ({ position, ...message }));
  const query = new URLSearchParams({ pageSize: String(pageSize), after: String(upTo) });
  const nextPage =
    upTo < progress.messageCount ? `${scope.baseUrl}/api/chats/${chatId}/messages?${query}` : null;
  return { messages, metadata: { nextPage } };
}
