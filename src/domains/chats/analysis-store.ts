import { type Queryable, statement, toJson } from '../../platform/db/index.ts';
import type { Findings } from '../calls/index.ts';

interface ChatKey {
  organizationId: string;
  chatId: string;
}

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
     and analysis_request_id is not distinct from $3::text`,
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
 * Stores the result of an analysis; `findings` is null for a failed one. Changes nothing when the chat does not wait for
 * this analysis any more.
 */
export async function settleChatAnalysis(
  db: Queryable,
  { organizationId, chatId, requestId }: ChatAnalysisJob,
  { findings, note, agentVersion }: { findings: Findings | null; note: string; agentVersion: number | null },
): Promise<void> {
  await db.query(settle, [
    ...[organizationId, chatId, requestId ?? null, findings !== null],
    ...[findings?.summary ?? null, toJson(findings?.analysis ?? null), toJson(findings?.qa ?? null)],
    ...[note, agentVersion],
  ]);
}
