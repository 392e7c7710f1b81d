import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { refusalOf } from './may-be-analyzed.ts';
import type { ChatAnalysis } from './schemas.ts';
import { askForChatAnalysis, findChatAnalysis, lockAskedChat } from './store/analysis.ts';

/**
 * Analyzes a finished chat again with its agent's published version. While an analysis is pending, returns that one
 * instead of starting another. Throws 409 with the reason when the chat cannot be analyzed.
 */
export function analyzeChatAgain(scope: Scope, chatId: string): Promise<ChatAnalysis> {
  const { organizationId, requestId } = scope.actor;
  return change(scope, async (tx) => {
    const chat = await lockAskedChat(tx, { organizationId, chatId });
    if (!chat) throw notFound('chat');
    const isNew = !chat.isPending;
    if (isNew) {
      const refusal = refusalOf(chat);
      if (refusal) throw refusal;
      await askForChatAnalysis(tx, { organizationId, chatId, requestId }, chat.publishedVersion);
    }
    const result = await findChatAnalysis(tx, organizationId, chatId);
    if (!result) throw notFound('chat');
    const entry = { verb: 'updated', type: 'chats', id: chatId, label: 'analysis requested' } as const;
    return { result, audit: isNew ? entry : [] };
  });
}
