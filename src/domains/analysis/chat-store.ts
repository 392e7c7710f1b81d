import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { AnalysisPlan } from '../agents/index.ts';
import type { TranscriptEntry } from '../calls/index.ts';
import { lostWords } from './again-words.ts';
import type { Findings } from './read-answer.ts';

export interface ChatKey {
  organizationId: string;
  chatId: string;
}

/** An analysis that a job is to make. */
export interface ChatAnalysisJob extends ChatKey {
  /** The request that asked for it; left out: it is the one that follows the end of the chat. */
  requestId?: string;
}

/** A chat whose analysis is due, and what it goes by; no plan where its agent is deleted. */
interface ChatToAnalyze {
  transcript: TranscriptEntry[];
  /** The version of the agent that the plan is of. */
  agentVersion: number | null;
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
}

const job = `organization_id as "organizationId", chat_id as "chatId", analysis_request_id as "requestId"`;

/** First those that follow the end of a chat, so that they wait for none that were asked for. */
const take = statement(
  'analysis.take_chats',
  `update chats set analysis_status = 'queued', analysis_queued_at = clock_timestamp()
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chats where analysis_status = 'pending'
     order by analysis_request_id is not null limit 500 for update skip locked)
   returning ${job}`,
);
/** A job's tries take a few hours at most. Each is looked at again after as long. */
const look = statement(
  'analysis.look_after_chats',
  `update chats set analysis_queued_at = clock_timestamp()
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chats
     where analysis_status = 'queued' and analysis_queued_at < statement_timestamp() - interval '12 hours'
     limit 500 for update skip locked)
   returning ${job}`,
);
const giveUp = statement(
  'analysis.give_up_chat',
  `update chats set analysis_status = 'failed', usage_is_complete = false,
     analysis_note = $3,
     analysis_request_id = null, analysis_asked_version = null
   where organization_id = $1 and chat_id = $2`,
);
const select = readStatement(
  'analysis.chat',
  `select v.version as "agentVersion", v.configuration -> 'analysis' as plan, v.configuration -> 'model' as model,
     c.created_at as "createdAt"
   from chats c left join agent_versions v
     on v.organization_id = c.organization_id and v.agent_id = c.agent_id and v.version = coalesce(c.analysis_asked_version, c.agent_version)
   where c.organization_id = $1 and c.chat_id = $2 and c.analysis_status = 'queued'
     and c.analysis_request_id is not distinct from $3::text`,
);
const selectMessages = readStatement(
  'analysis.chat_messages',
  `select role, content, agent_name as "agentName", tool_name as "toolName", tool_arguments as "toolArguments",
     tool_result as "toolResult", created_at as "createdAt"
   from chat_messages where organization_id = $1 and chat_id = $2 order by position`,
);
// What an analysis before has found out stays where this one has found out nothing.
const settle = statement(
  'analysis.settle_chat',
  `update chats set analysis_status = case when $4::boolean then 'done' else 'failed' end,
     summary = case when $4 then $5 else summary end, analysis = case when $4 then $6::json else analysis end,
     qa = case when $4 then $7::json else qa end, analysis_note = $8,
     analysis_agent_version = case when $4 then $9::integer else analysis_agent_version end,
     analysis_request_id = null, analysis_asked_version = null
   where organization_id = $1 and chat_id = $2 and analysis_status = 'queued'
     and analysis_request_id is not distinct from $3::text`,
);

/** Chats that are over and wait for a job; they are marked as having one, in the caller's transaction. */
export async function takePendingChats(tx: Queryable): Promise<ChatAnalysisJob[]> {
  return (await tx.query<JobRow>(take)).map(toJob);
}

/** Those that got a job long ago, whether it waits still or is lost; they stay locked for the caller's transaction. */
export async function findChatsQueuedLongAgo(tx: Queryable): Promise<ChatAnalysisJob[]> {
  return (await tx.query<JobRow>(look)).map(toJob);
}

/** Nothing comes of the analysis of a chat that the caller has locked, which may have used what nobody knows. */
export async function giveUpChatAnalysis(
  tx: Queryable,
  { organizationId, chatId, requestId }: ChatAnalysisJob,
): Promise<void> {
  await tx.query(giveUp, [organizationId, chatId, lostWords(requestId !== undefined)]);
}

/** Null when nothing is due any more. */
export async function findChatToAnalyze(db: Queryable, job: ChatAnalysisJob): Promise<ChatToAnalyze | null> {
  const key = [job.organizationId, job.chatId];
  const [row] = await db.query<Omit<ChatToAnalyze, 'transcript'> & { createdAt: string }>(select, [
    ...key,
    job.requestId ?? null,
  ]);
  if (!row) return null;
  const messages = await db.query<MessageRow>(selectMessages, key);
  const { createdAt, ...found } = row;
  return { ...found, transcript: messages.map((message) => toEntry(message, Date.parse(createdAt))) };
}

/** Findings take the place of those before; null: nothing was found out. Nothing where it was settled before. */
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

type JobRow = ChatKey & { requestId: string | null };

function toJob({ requestId, ...key }: JobRow): ChatAnalysisJob {
  return requestId === null ? key : { ...key, requestId };
}

interface MessageRow {
  role: 'user' | 'bot' | 'tool' | 'agent';
  content: string | null;
  agentName: string | null;
  toolName: string | null;
  toolArguments: string | null;
  toolResult: string | null;
  createdAt: string;
}

/** A message as an analysis reads the entries of calls. */
function toEntry(message: MessageRow, startedAtMs: number): TranscriptEntry {
  const { role, content, agentName, toolName, createdAt: time } = message;
  const secondsFromStart = (Date.parse(time) - startedAtMs) / 1000;
  const when = { secondsFromStart, time, endTime: time, duration: 0 };
  if (role === 'tool') {
    const given = JSON.parse(message.toolArguments ?? '{}');
    const result = JSON.parse(message.toolResult ?? 'null');
    return { role, message: '', ...when, name: toolName ?? '', toolCall: { arguments: given }, result };
  }
  if (role !== 'agent') return { role, message: content ?? '', ...when };
  return { role: 'bot', message: `(${agentName}, a person of the team) ${content}`, ...when };
}
