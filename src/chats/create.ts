import { change, type Scope } from '../audit/index.ts';
import { newId, notFound } from '../kernel/index.ts';
import type { Chat, CreateChat } from './schemas.ts';
import { insertChat } from './store.ts';

export async function createChat(scope: Scope, agentId: string, input: CreateChat): Promise<Chat> {
  const createdAtMs = Date.now();
  const chatId = newId('chat', createdAtMs);
  return change(scope, async (tx) => {
    const values = { ...input, chatId, agentId, createdAtMs };
    const chat = await insertChat(tx, scope.actor.organizationId, values);
    if (!chat) throw notFound('agent');
    const { messageCount: _none, ...shown } = chat;
    return {
      result: { ...shown, transcript: { messages: [] } },
      audit: { verb: 'created', type: 'chats', id: chatId, label: null },
    };
  });
}
