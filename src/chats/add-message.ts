import { change, type Scope } from '../audit/index.ts';
import { newId, notFound } from '../kernel/index.ts';
import type { AddedChatMessage, CreateChatMessage } from './schemas.ts';
import { refusedMessage } from './state.ts';
import { insertChatMessage, lockChat } from './store.ts';

/** Adds a message of the customer or of a person of the organization to a chat that takes one. */
export async function addChatMessage(
  scope: Scope,
  chatId: string,
  input: CreateChatMessage,
): Promise<AddedChatMessage> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const chat = await lockChat(tx, organizationId, chatId);
    if (!chat) throw notFound('chat');
    const refused = refusedMessage(chat, input.role);
    if (refused) throw refused;
    const messageId = newId('message');
    const message = await insertChatMessage(tx, { organizationId, chatId, messageId, memberId }, input);
    return {
      result: message,
      audit: { verb: 'created', type: 'chat_messages', id: messageId, label: null },
    };
  });
}
