import { change, type Scope } from '../audit/index.ts';
import { notFound } from '../kernel/index.ts';
import { withTranscript } from './get.ts';
import type { Chat } from './schemas.ts';
import { refusedTransition } from './state.ts';
import { lockChat, updateStatus } from './store.ts';

/** From now on a person of the organization answers. */
export function handOffChat(scope: Scope, chatId: string): Promise<Chat> {
  return moveChat(scope, chatId, 'handedOff');
}

export function endChat(scope: Scope, chatId: string): Promise<Chat> {
  return moveChat(scope, chatId, 'ended');
}

async function moveChat(scope: Scope, chatId: string, status: 'handedOff' | 'ended'): Promise<Chat> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockChat(tx, organizationId, chatId);
    if (!current) throw notFound('chat');
    const refused = refusedTransition(current.status, status);
    if (refused) throw refused;
    const chat = await updateStatus(tx, organizationId, chatId, status);
    return {
      result: await withTranscript(tx, organizationId, chat),
      audit: { verb: status, type: 'chats', id: chatId, label: null },
    };
  });
}
