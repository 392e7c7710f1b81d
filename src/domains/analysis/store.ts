import { firstRow, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { AnalysisPlan, Memory } from '../agents/index.ts';
import type { AnalysisJob, TranscriptEntry } from '../calls/index.ts';
import { type ChatAnalysisJob, customerNumberOf } from '../chats/index.ts';
import { customerOf } from '../customer-memory/index.ts';
import type { AskedCall } from './may-be-analyzed.ts';
import { type MemoryTask, memoryTask } from './memory.ts';
import type { CallAnalysis } from './schemas.ts';

/** A conversation whose analysis is due. */
interface ToAnalyze {
  transcript: TranscriptEntry[];
  /** The version of the agent that `plan` and `model` belong to. */
  agentVersion: number | null;
  /** Null when the agent was deleted. */
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
  memory: MemoryTask | null;
}

/** What decides about the facts that an analysis writes. */
interface MemoryRow {
  agentId: string;
  endedAt: string;
  memory: Memory | null;
}

const selectCall = readStatement(
  'analysis.call',
  `select c.transcript, v.version as "agentVersion", v.configuration -> 'analysis' as plan,
     v.configuration -> 'model' as model, v.configuration -> 'memory' as memory, c.agent_id as "agentId",
     c.customer_number as "customerNumber", coalesce(c.ended_at, c.created_at) as "endedAt"
   from calls c
     left join call_analysis_requests r on r.organization_id = c.organization_id and r.call_id = c.call_id
     left join agent_versions v on v.organization_id = c.organization_id and v.agent_id = c.agent_id
       and v.version = coalesce(r.agent_version, c.agent_version)
   where c.organization_id = $1 and c.call_id = $2 and c.analysis_status = 'queued'
     and r.request_id is not distinct from $3::text`,
);
const selectChat = readStatement(
  'analysis.chat',
  `select v.version as "agentVersion", coalesce(d.draft, v.configuration) -> 'analysis' as plan,
     coalesce(d.draft, v.configuration) -> 'model' as model, coalesce(d.draft, v.configuration) -> 'memory' as memory,
     c.agent_id as "agentId", c.customer_unique_id as "customerUniqueId",
     c.chat_variables as "chatVariables", c.created_at as "createdAt", coalesce(c.ended_at, c.updated_at) as "endedAt"
   from chats c left join agent_versions v
     on v.organization_id = c.organization_id and v.agent_id = c.agent_id and v.version = coalesce(c.analysis_asked_version, c.agent_version)
     left join chat_trials d on d.organization_id = c.organization_id and d.chat_id = c.chat_id
       and c.analysis_asked_version is null
   where c.organization_id = $1 and c.chat_id = $2 and c.analysis_status = 'queued'
     and c.analysis_request_id is not distinct from $3::text`,
);
const selectMessages = readStatement(
  'analysis.chat_messages',
  `select role, content, agent_name as "agentName", tool_name as "toolName", tool_arguments as "toolArguments",
     tool_result as "toolResult", created_at as "createdAt"
   from chat_messages where organization_id = $1 and chat_id = $2 order by position`,
);
const lockCall = statement(
  'analysis.lock_asked',
  `select c.status, coalesce(c.analysis_status in ('pending', 'queued'), false) as "isPending",
     case when c.analysis_status in ('done', 'failed') then c.analysis_status end as "statusBefore",
     exists (select from call_events e where e.organization_id = c.organization_id and e.call_id = c.call_id
       and e.reason = 'data-deleted') as "isErased",
     json_array_length(c.transcript) > 0 as "hasTranscript", a.version as "publishedVersion",
     coalesce(json_typeof(v.configuration -> 'analysis') = 'object', false) as "isWanted",
     (select count(*)::int from call_events e where e.organization_id = c.organization_id and e.call_id = c.call_id
       and e.reason = 'analysis-asked') as "requestsOfCall",
     (select count(*)::int from call_analysis_requests r where r.organization_id = c.organization_id) as "requestsPending"
   from calls c
     left join agents a on a.organization_id = c.organization_id and a.agent_id = c.agent_id
     left join agent_versions v on v.organization_id = c.organization_id and v.agent_id = c.agent_id
       and v.version = a.version
   where c.organization_id = $1 and c.call_id = $2 for no key update of c`,
);
const analysisOfCall = readStatement(
  'analysis.of_call',
  `select c.call_id as "callId",
     case c.analysis_status when 'queued' then 'pending' else coalesce(c.analysis_status, 'none') end as status,
     case when c.analysis_status in ('pending', 'queued') then coalesce(r.agent_version, c.agent_version) end
       as "pendingAgentVersion",
     case when c.summary is not null or c.analysis is not null or c.qa is not null
       then coalesce(c.analysis_agent_version, c.agent_version) end as "agentVersion",
     c.summary, c.analysis, c.qa,
     (select e.message from call_events e where e.organization_id = c.organization_id and e.call_id = c.call_id
       and e.reason like 'analys%' order by e.event_id desc limit 1) as note
   from calls c left join call_analysis_requests r using (organization_id, call_id)
   where organization_id = $1 and call_id = $2`,
);

/** Returns a call that waits for this analysis, or null. */
export async function findCallToAnalyze(db: Queryable, job: AnalysisJob): Promise<ToAnalyze | null> {
  const { organizationId, callId, requestId = null } = job;
  type Row = Omit<ToAnalyze, 'memory'> & MemoryRow & { customerNumber: string };
  const row = await firstRow<Row>(db, selectCall, [organizationId, callId, requestId]);
  if (!row) return null;
  const customer = customerOf(row);
  return {
    ...row,
    memory: await memoryTask(db, { ...row, organizationId, conversationId: callId, customer }),
  };
}

/** Returns a chat that waits for this analysis, or null. */
export async function findChatToAnalyze(db: Queryable, job: ChatAnalysisJob): Promise<ToAnalyze | null> {
  const { organizationId, chatId } = job;
  const key = [organizationId, chatId];
  type Row = Omit<ToAnalyze, 'transcript' | 'memory'> &
    MemoryRow & { customerUniqueId: string; chatVariables: Record<string, unknown>; createdAt: string };
  const [row] = await db.query<Row>(selectChat, [...key, job.requestId ?? null]);
  if (!row) return null;
  const messages = await db.query<MessageRow>(selectMessages, key);
  const customer = customerOf({ ...row, customerNumber: customerNumberOf(row) });
  return {
    ...row,
    transcript: messages.map((message) => toEntry(message, Date.parse(row.createdAt))),
    memory: await memoryTask(db, { ...row, organizationId, conversationId: chatId, customer }),
  };
}

/** Returns what decides whether a call can be analyzed again, and locks its row; null when there is no such call. */
export function lockAskedCall(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<AskedCall | null> {
  return firstRow(tx, lockCall, [organizationId, callId]);
}

/** Returns the analysis of a call, or null when there is no such call. */
export function findCallAnalysis(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<CallAnalysis | null> {
  return firstRow(db, analysisOfCall, [organizationId, callId]);
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

/** Returns a message in the form of a call's transcript entry. */
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

const ownId = statement('analysis.transaction_id', 'select pg_current_xact_id()::text as id');
const outcomeOf = readStatement(
  'analysis.transaction_outcome',
  'select pg_xact_status($1::text::xid8) as outcome',
);

/** Returns the id of the transaction, by which its outcome is found when the answer to COMMIT is lost. */
export async function transactionId(tx: Queryable): Promise<string> {
  const [row] = await tx.query<{ id: string }>(ownId);
  return row!.id;
}

/** Returns `committed`, `aborted` or `in progress`, or null for a transaction of long ago. */
export async function transactionOutcome(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.query<{ outcome: string | null }>(outcomeOf, [id]);
  return row!.outcome;
}
