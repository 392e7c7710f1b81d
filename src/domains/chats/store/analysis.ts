import { firstRow, type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import type { Findings } from '../../calls/index.ts';
import type { AskedChat } from '../may-be-analyzed.ts';
import type { ChatAnalysis } from '../schemas.ts';
import type { ChatKey } from './usage.ts';

/** An analysis that a job makes. */
export interface ChatAnalysisJob extends ChatKey {
  /** The request that asked for it; absent for the analysis that follows the end of the chat. */
  requestId?: string;
}

const job = `organization_id as "organizationId", chat_id as "chatId", analysis_request_id as "requestId"`;

// Analyses that follow the end of a chat come first, so that none of them waits for requested ones.
const take = statement(
  'chats.take_analyses',
  `update chats set analysis_status = 'queued', analysis_queued_at = clock_timestamp()
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chats where analysis_status = 'pending'
     order by analysis_request_id is not null limit 500 for update skip locked)
   returning ${job}`,
);
// The tries of a job take a few hours at most. Each analysis is looked at again after as long.
const look = statement(
  'chats.look_after_analyses',
  `update chats set analysis_queued_at = clock_timestamp()
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chats
     where analysis_status = 'queued' and analysis_queued_at < statement_timestamp() - interval '12 hours'
     limit 500 for update skip locked)
   returning ${job}`,
);
const giveUp = statement(
  'chats.give_up_analysis',
  `update chats set analysis_status = 'failed', usage_is_complete = false, analysis_note = $3,
     analysis_request_id = null, analysis_asked_version = null
   where organization_id = $1 and chat_id = $2`,
);
// An analysis without findings keeps those of the analysis before.
const settle = statement(
  'chats.settle_analysis',
  `update chats set analysis_status = case when $4::boolean then 'done' else 'failed' end,
     summary = case when $4 then $5 else summary end, analysis = case when $4 then $6::json else analysis end,
     qa = case when $4 then $7::json else qa end, analysis_note = $8,
     analysis_agent_version = case when $4 then $9::integer else analysis_agent_version end,
     analysis_request_id = null, analysis_asked_version = null
   where organization_id = $1 and chat_id = $2 and analysis_status = 'queued'
     and analysis_request_id is not distinct from $3::text returning 1`,
);

type JobRow = ChatKey & { requestId: string | null };

/** Marks up to 500 pending analyses as queued and returns them. Enqueue their jobs in the same transaction. */
export async function takePendingChatAnalyses(tx: Queryable): Promise<ChatAnalysisJob[]> {
  return (await tx.query<JobRow>(take)).map(toJob);
}

/** Returns analyses that were queued over 12 hours ago, at most 500, and locks their chats until the transaction ends. */
export async function chatAnalysesQueuedLongAgo(tx: Queryable): Promise<ChatAnalysisJob[]> {
  return (await tx.query<JobRow>(look)).map(toJob);
}

function toJob({ requestId, ...key }: JobRow): ChatAnalysisJob {
  return requestId === null ? key : { ...key, requestId };
}

/** Marks the analysis of a chat as failed. Its usage is incomplete from then on. `note` is for people. */
export async function giveUpChatAnalysis(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  note: string,
): Promise<void> {
  await tx.query(giveUp, [organizationId, chatId, note]);
}

/**
 * Stores the result of an analysis; `findings` is null for a failed one. Returns false, and changes nothing, when the
 * chat does not wait for this analysis any more.
 */
export async function settleChatAnalysis(
  db: Queryable,
  { organizationId, chatId, requestId }: ChatAnalysisJob,
  { findings, note, agentVersion }: { findings: Findings | null; note: string; agentVersion: number | null },
): Promise<boolean> {
  const rows = await db.query(settle, [
    organizationId,
    chatId,
    requestId ?? null,
    findings !== null,
    findings?.summary ?? null,
    toJson(findings?.analysis ?? null),
    toJson(findings?.qa ?? null),
    note,
    agentVersion,
  ]);
  return rows.length > 0;
}

const keep = statement(
  'chats.flow_values',
  `update chats set analysis = (coalesce(analysis::jsonb, '{}') || $3::jsonb)::json
   where organization_id = $1 and chat_id = $2`,
);

/** Adds what the agent's flow found out to the structured data of a chat. */
export async function keepFoundOut(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  values: Record<string, unknown>,
): Promise<void> {
  await tx.query(keep, [organizationId, chatId, toJson(values)]);
}

const lockAsked = statement(
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

/** Locks a chat whose analysis is asked for. Returns what decides about it, or null when there is no such chat. */
export function lockAskedChat(tx: Queryable, { organizationId, chatId }: ChatKey): Promise<AskedChat | null> {
  return firstRow(tx, lockAsked, [organizationId, chatId]);
}

/** Makes another analysis of a chat pending, by the version `agentVersion` of its agent. The caller holds the chat. */
export async function askForChatAnalysis(
  tx: Queryable,
  { organizationId, chatId, requestId }: Required<ChatAnalysisJob>,
  agentVersion: number | null,
): Promise<void> {
  await tx.query(ask, [organizationId, chatId, requestId, agentVersion]);
}

const selectAnalysis = readStatement(
  'chats.analysis',
  `select case analysis_status when 'queued' then 'pending' else coalesce(analysis_status, 'none') end as status,
     case when analysis_status in ('pending', 'queued') then coalesce(analysis_asked_version, agent_version) end
       as "pendingAgentVersion",
     case when summary is not null or analysis is not null or qa is not null
       then coalesce(analysis_agent_version, agent_version) end as "agentVersion",
     summary, analysis, qa, analysis_note as note
   from chats where organization_id = $1 and chat_id = $2`,
);

/** Returns the analysis of a chat and whether another is pending. Null when there is no such chat. */
export function findChatAnalysis(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<ChatAnalysis | null> {
  return firstRow(db, selectAnalysis, [organizationId, chatId]);
}
