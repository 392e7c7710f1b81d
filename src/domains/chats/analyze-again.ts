import { change, type Scope } from '../../platform/audit/index.ts';
import { statement } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findChatAnalysis } from './get-analysis.ts';
import { type AskedChat, refusalOf } from './may-be-analyzed.ts';
import type { ChatAnalysis } from './schemas.ts';

const lock = statement(
  'chats.lock_asked',
  `select c.status, coalesce(c.analysis_status in ('pending', 'queued'), false) as "isPending",
     c.message_count as "messageCount", a.version as "publishedVersion",
     coalesce(json_typeof(v.configuration -> 'analysis') = 'object', false) as "isWanted",
     c.analysis_requests as "requestsOfChat",
     (select count(*)::int from chats p where p.organization_id = c.organization_id
       and p.analysis_status in ('pending', 'queued') and p.analysis_request_id is not null) as "requestsPending"
   from chats c
     left join agents a on a.organization_id = c.organization_id and a.agent_id = c.agent_id
     left join agent_versions v on v.organization_id = c.organization_id and v.agent_id = c.agent_id
       and v.version = a.version
   where c.organization_id = $1 and c.chat_id = $2 for no key update of c`,
);
const ask = statement(
  'chats.ask_analysis',
  `update chats set analysis_status = 'pending', analysis_queued_at = null, analysis_request_id = $3,
     analysis_asked_version = $4, analysis_note = null,
     analysis_requests = analysis_requests + 1
   where organization_id = $1 and chat_id = $2`,
);

/**
 * Analyses a finished chat again with its agent's published version. While an analysis is pending, returns that one
 * instead of starting another. Throws 409 with the reason when the chat cannot be analysed.
 */
export function analyzeChatAgain(scope: Scope, chatId: string): Promise<ChatAnalysis> {
  const { organizationId, requestId } = scope.actor;
  return change(scope, async (tx) => {
    const [chat] = await tx.query<AskedChat>(lock, [organizationId, chatId]);
    if (!chat) throw notFound('chat');
    const isNew = !chat.isPending;
    if (isNew) {
      const refusal = refusalOf(chat);
      if (refusal) throw refusal;
      await tx.query(ask, [organizationId, chatId, requestId, chat.publishedVersion]);
    }
    const result = await findChatAnalysis(tx, organizationId, chatId);
    if (!result) throw notFound('chat');
    const entry = { verb: 'updated', type: 'chats', id: chatId, label: 'analysis requested' } as const;
    return { result, audit: isNew ? entry : [] };
  });
}
