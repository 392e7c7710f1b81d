import type { ReadScope } from '../audit/index.ts';
import { statement } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import type { ChatAnalysis } from './schemas.ts';

const select = statement(
  'chats.analysis',
  `select case analysis_status when 'queued' then 'pending' else coalesce(analysis_status, 'none') end as status,
     summary, analysis, qa, analysis_note as note
   from chats where organization_id = $1 and chat_id = $2`,
);

export async function getChatAnalysis(scope: ReadScope, chatId: string): Promise<ChatAnalysis> {
  const [row] = await scope.db.query<ChatAnalysis>(select, [scope.actor.organizationId, chatId]);
  if (!row) throw notFound('chat');
  return row;
}
