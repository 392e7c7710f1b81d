import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Chat, ChatAnalysis, ChatDetails } from './schemas.ts';
import { findChatAnalysis } from './store/analysis.ts';
import { type ChatRecord, findChat } from './store/chats.ts';
import { messagesOfChats } from './store/messages.ts';
import { usageOfChat } from './store/usage.ts';

export async function getChat(scope: ReadScope, chatId: string): Promise<ChatDetails> {
  const { organizationId } = scope.actor;
  const chat = await findChat(scope.db, organizationId, chatId);
  if (!chat) throw notFound('chat');
  const shown = await withTranscript(scope.db, organizationId, chat);
  return { ...shown, ...(await usageOfChat(scope.db, organizationId, chatId)) };
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
