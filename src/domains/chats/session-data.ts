import { change, type ReadScope } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ChatSessionData } from './schemas.ts';
import { findSessionData, updateSessionData } from './store/chats.ts';
import type { ChatKey } from './store/usage.ts';

/** Stores the session data written by a tool of the chat's agent, replacing earlier data. */
export async function writeChatSessionData(
  db: Database,
  { organizationId, chatId }: ChatKey,
  { data, ttlSeconds }: { data: Record<string, unknown>; ttlSeconds: number },
): Promise<void> {
  await change({ db, actor: systemActor(organizationId, chatId) }, async (tx) => {
    await updateSessionData(tx, { organizationId, chatId }, { data, ttlSeconds });
    return { result: undefined, audit: { verb: 'updated', type: 'chats', id: chatId } };
  });
}

/** Returns the session data that has not expired. */
export async function getChatSessionData(scope: ReadScope, chatId: string): Promise<ChatSessionData> {
  const found = await findSessionData(scope.db, scope.actor.organizationId, chatId);
  if (!found) throw notFound('chat');
  return found;
}
