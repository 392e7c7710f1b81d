import type { CallCost } from '../prices/index.ts';
import type { AnsweredBy } from './answered-by.ts';
import type { CallLatency, CallTurn, CallUsage } from './latency-schemas.ts';
import type { CallQuality } from './quality-schemas.ts';
import type { Call, TranscriptEntry } from './schemas.ts';
import { type CallStatus, type CallType, type EndedReason, type Ender, shownStatus } from './state.ts';

/** A call as the database has it, with its campaign's name. */
export interface CallRow {
  organization_id: string;
  call_id: string;
  agent_id: string;
  agent_version: number | null;
  campaign_id: string;
  campaign_name: string | null;
  type: CallType;
  status: CallStatus;
  attempt: number;
  parent_call_ids: string[];
  customer_number: string;
  time_zone: string | null;
  priority: number;
  phone_number_id: string;
  agent_number: string;
  /** The number that the call is dialed from, if it differs from the requested one. */
  dial_number_id: string | null;
  dial_number: string | null;
  trunk_id: string | null;
  schedule_id: string | null;
  call_retry_config_id: string | null;
  local_presence: boolean;
  variables: Record<string, unknown>;
  session_variables: Record<string, unknown>;
  due_at: string | null;
  not_before: string | null;
  hold_reason: string | null;
  node_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  ended_by: Ender | null;
  ended_reason: EndedReason | null;
  sip_code: number | null;
  sip_reason: string | null;
  stop_requested: string | null;
  external_id: string | null;
  recording_file: string | null;
  recording_store: 'local' | 's3';
  transcript: TranscriptEntry[];
  turns: CallTurn[] | null;
  latency: CallLatency | null;
  usage: CallUsage[] | null;
  cost: CallCost | null;
  quality: CallQuality | null;
  answered_by: AnsweredBy | null;
  summary: string | null;
  analysis: Record<string, unknown> | null;
  qa: Call['qa'];
  /** The version of the agent that the analysis used; null for the version of the call. */
  analysis_agent_version: number | null;
  transfer_destination: string | null;
  created_at: string;
}

/** The columns of a CallRow. `c` is the call, `k` its campaign, `q` its place in the queue. */
export const callColumns = `c.organization_id, c.call_id, c.agent_id, c.agent_version, c.campaign_id, k.name as campaign_name, c.type,
  c.status, c.attempt, c.parent_call_ids, c.customer_number, c.time_zone, c.priority, c.phone_number_id, c.agent_number, c.dial_number_id,
  c.dial_number, c.trunk_id,
  c.schedule_id, c.call_retry_config_id, c.local_presence, c.variables, c.session_variables, q.due_at, c.not_before,
  q.hold_reason, c.node_id, c.started_at, c.ended_at, c.ended_by, c.ended_reason, c.sip_code, c.sip_reason,
  c.stop_requested, c.external_id, c.recording_file, c.recording_store, c.transcript, c.turns, c.latency, c.usage, c.cost, c.quality,
  c.answered_by, c.summary, c.analysis,
  c.qa, c.analysis_agent_version, c.transfer_destination, c.created_at`;

export const callTables = `calls c left join campaigns k
  on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
  left join queued_calls q on q.organization_id = c.organization_id and q.call_id = c.call_id`;

/** Returns a call as the API shows it. `baseUrl` has no slash at the end. */
export function toCall(row: CallRow, baseUrl: string): Call {
  const url = `${baseUrl}/api/calls/${row.call_id}`;
  return {
    callId: row.call_id,
    agentId: row.agent_id,
    agentVersion: row.agent_version,
    createdAt: row.created_at,
    status: shownStatus(row.status),
    type: row.type,
    campaignId: row.campaign_id || null,
    campaignName: row.campaign_name,
    attempt: row.attempt,
    priority: row.type === 'outboundPhoneCall' ? row.priority : null,
    dueAt: row.status === 'queued' && row.hold_reason !== 'trunk-limit' ? row.due_at : null,
    startedAt: row.started_at,
    recordingUrl: row.recording_file === null ? null : `${url}/recording`,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    customerNumber: row.customer_number,
    timeZone: row.time_zone,
    endedReason: row.ended_reason,
    sipCode: row.sip_code,
    sipReason: row.sip_reason,
    summary: row.summary,
    analysis: row.analysis,
    analysisAgentVersion: isAnalysed(row) ? (row.analysis_agent_version ?? row.agent_version) : null,
    transcript: row.transcript,
    // Older calls lack this field.
    turns: (row.turns ?? []).map((turn) => ({ ...turn, transcriptFirstMs: turn.transcriptFirstMs ?? null })),
    latency: row.latency,
    usage: row.usage ?? [],
    cost: row.cost,
    quality: row.quality,
    answeredBy: row.answered_by,
    url,
    callVariables: row.variables,
    sessionVariables: row.session_variables,
    qa: row.qa,
    phoneNumber: row.dial_number ?? row.agent_number,
    phoneNumberId: row.dial_number_id ?? row.phone_number_id,
    requestedPhoneNumberId: row.phone_number_id,
    campaignParentCallIds: row.parent_call_ids,
    transferDestination: row.transfer_destination,
    externalId: row.external_id,
  };
}

function isAnalysed({ summary, analysis, qa }: CallRow): boolean {
  return summary !== null || analysis !== null || qa !== null;
}
