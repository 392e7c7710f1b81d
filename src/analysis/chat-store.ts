import type { AnalysisPlan } from '../agents/index.ts';
import type { TranscriptEntry } from '../calls/index.ts';
import { type Queryable, statement, toJson } from '../db/index.ts';
import type { Findings } from './read-answer.ts';

export interface ChatKey {
  organizationId: string;
  chatId: string;
}

/** A chat whose analysis is due, and what it goes by; no plan where its agent is deleted. */
export interface ChatToAnalyze {
  transcript: TranscriptEntry[];
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
}

const take = statement(
  'analysis.take_chats',
  `update chats set analysis_status = 'queued', analysis_queued_at = clock_timestamp()
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chats where analysis_status = 'pending' limit 500 for update skip locked)
   returning organization_id as "organizationId", chat_id as "chatId"`,
);
/** A job's tries take a few hours at most. Each is looked at again after as long. */
const look = statement(
  'analysis.look_after_chats',
  `update chats set analysis_queued_at = clock_timestamp()
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chats
     where analysis_status = 'queued' and analysis_queued_at < statement_timestamp() - interval '12 hours'
     limit 500 for update skip locked)
   returning organization_id as "organizationId", chat_id as "chatId"`,
);
const giveUp = statement(
  'analysis.give_up_chat',
  `update chats set analysis_status = 'failed', usage_is_complete = false,
     analysis_note = 'The chat was never analysed: its job was lost.'
   where organization_id = $1 and chat_id = $2`,
);
const select = statement(
  'analysis.chat',
  `select v.configuration -> 'analysis' as plan, v.configuration -> 'model' as model, c.created_at as "createdAt"
   from chats c left join agent_versions v
     on v.organization_id = c.organization_id and v.agent_id = c.agent_id and v.version = c.agent_version
   where c.organization_id = $1 and c.chat_id = $2 and c.analysis_status = 'queued'`,
);
const selectMessages = statement(
  'analysis.chat_messages',
  `select role, content, agent_name as "agentName", tool_name as "toolName", tool_arguments as "toolArguments",
     tool_result as "toolResult", created_at as "createdAt"
   from chat_messages where organization_id = $1 and chat_id = $2 order by position`,
);
const settle = statement(
  'analysis.settle_chat',
  `update chats set analysis_status = $3, summary = $4, analysis = $5, qa = $6, analysis_note = $7
   where organization_id = $1 and chat_id = $2 and analysis_status = 'queued'`,
);

/** Chats that are over and wait for a job; they are marked as having one, in the caller's transaction. */
export function takePendingChats(tx: Queryable): Promise<ChatKey[]> {
  return tx.query<ChatKey>(take);
}

/** Those that got a job long ago, whether it waits still or is lost; they stay locked for the caller's transaction. */
export function findChatsQueuedLongAgo(tx: Queryable): Promise<ChatKey[]> {
  return tx.query<ChatKey>(look);
}

/** Nothing comes of the analysis of a chat that the caller has locked, which may have used what nobody knows. */
export async function giveUpChatAnalysis(tx: Queryable, { organizationId, chatId }: ChatKey): Promise<void> {
  await tx.query(giveUp, [organizationId, chatId]);
}

/** Null when nothing is due any more. */
export async function findChatToAnalyze(db: Queryable, key: ChatKey): Promise<ChatToAnalyze | null> {
  const values = [key.organizationId, key.chatId];
  const [row] = await db.query<Omit<ChatToAnalyze, 'transcript'> & { createdAt: string }>(select, values);
  if (!row) return null;
  const messages = await db.query<MessageRow>(selectMessages, values);
  const { plan, model, createdAt } = row;
  return { plan, model, transcript: messages.map((message) => toEntry(message, Date.parse(createdAt))) };
}

/** Nothing where it was settled before. */
export async function settleChatAnalysis(
  db: Queryable,
  key: ChatKey,
  { findings, note }: { findings: Findings | null; note: string },
): Promise<void> {
  const found = [findings?.summary ?? null, toJson(findings?.analysis ?? null), toJson(findings?.qa ?? null)];
  const status = findings ? 'done' : 'failed';
  await db.query(settle, [key.organizationId, key.chatId, status, ...found, note]);
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
