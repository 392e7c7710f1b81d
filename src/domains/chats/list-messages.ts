import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ChatMessagePage, ListChatMessages } from './schemas.ts';
import { findProgress } from './store/chats.ts';
import { messagesOfChats } from './store/messages.ts';

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
