import { change, type Scope } from '../../platform/audit/index.ts';
import { newId, notFound } from '../../platform/kernel/index.ts';
import type { ChatFeed } from './feed.ts';
import type { AddedChatMessage, CreateChatMessage } from './schemas.ts';
import { refusedMessage } from './state.ts';
import { lockChat } from './store/chats.ts';
import { insertChatMessage } from './store/messages.ts';
import { queueTurn } from './store/turns.ts';

/** A stored message and its position. */
interface AddedAt {
  position: number;
  message: AddedChatMessage;
}

/**
 * Adds a message of the customer or of a person of the organization. A customer's message makes an answer due if the
 * agent answers the chat.
 */
export async function addChatMessage(
  scope: Scope & { feed: ChatFeed },
  chatId: string,
  input: CreateChatMessage,
): Promise<AddedAt> {
  const { organizationId, memberId } = scope.actor;
  let position = 0;
  const message = await change(scope, async (tx) => {
    const chat = await lockChat(tx, organizationId, chatId);
    if (!chat) throw notFound('chat');
    const refused = refusedMessage(chat, input.role);
    if (refused) throw refused;
    const messageId = newId('message');
    const added = await insertChatMessage(tx, { organizationId, chatId, messageId, memberId }, input);
    position = added.position;
    if (input.role === 'user' && chat.status === 'active') await queueTurn(tx, organizationId, chatId);
    return {
      result: added.message,
      audit: { verb: 'created', type: 'chat_messages', id: messageId, label: null },
    };
  });
  scope.feed.publish(chatId, { type: 'changed' });
  scope.feed.due();
  return { position, message };
}
