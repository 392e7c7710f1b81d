import type { ReadScope } from '../../platform/audit/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ChatAnalysis } from './schemas.ts';

const select = readStatement(
  'chats.analysis',
  `select case analysis_status when 'queued' then 'pending' else coalesce(analysis_status, 'none') end as status,
     case when analysis_status in ('pending', 'queued') then coalesce(analysis_asked_version, agent_version) end
       as "pendingAgentVersion",
     case when summary is not null or analysis is not null or qa is not null
       then coalesce(analysis_agent_version, agent_version) end as "agentVersion",
     summary, analysis, qa, analysis_note as note
   from chats where organization_id = $1 and chat_id = $2`,
);

/** Returns a chat's analysis and whether another is pending. */
export async function getChatAnalysis(scope: ReadScope, chatId: string): Promise<ChatAnalysis> {
  const found = await findChatAnalysis(scope.db, scope.actor.organizationId, chatId);
  if (!found) throw notFound('chat');
  return found;
}

export async function findChatAnalysis(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatAnalysis | null> {
  const [row] = await db.query<ChatAnalysis>(select, [organizationId, chatId]);
  return row ?? null;
}
