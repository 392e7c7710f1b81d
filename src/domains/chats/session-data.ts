import { change, type ReadScope } from '../../platform/audit/index.ts';
import { type Database, readStatement, statement, toJson } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ChatSessionData } from './schemas.ts';

const write = statement(
  'chats.write_session_data',
  `update chats set session_data = $3, session_data_expires_at = now() + make_interval(secs => $4)
   where organization_id = $1 and chat_id = $2`,
);
const read = readStatement(
  'chats.session_data',
  `select case when ttl > 0 then data end as data, case when ttl > 0 then ttl end as ttl
   from (
     select session_data as data, ceil(extract(epoch from session_data_expires_at - now()))::integer as ttl
     from chats where organization_id = $1 and chat_id = $2
   ) written`,
);

/** Stores the session data written by a tool of the chat's agent, replacing earlier data. */
export async function writeChatSessionData(
  db: Database,
  { organizationId, chatId }: { organizationId: string; chatId: string },
  { data, ttlSeconds }: { data: Record<string, unknown>; ttlSeconds: number },
): Promise<void> {
  await change({ db, actor: systemActor(organizationId, chatId) }, async (tx) => {
    await tx.query(write, [organizationId, chatId, toJson(data), ttlSeconds]);
    return { result: undefined, audit: { verb: 'updated', type: 'chats', id: chatId } };
  });
}

/** Returns the session data that has not expired. */
export async function getChatSessionData(scope: ReadScope, chatId: string): Promise<ChatSessionData> {
  const [row] = await scope.db.query<ChatSessionData>(read, [scope.actor.organizationId, chatId]);
  if (!row) throw notFound('chat');
  return row;
}
