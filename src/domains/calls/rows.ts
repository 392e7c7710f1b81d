import type { Call } from './schemas.ts';
import { shownStatus } from './state.ts';
import type { CallRow } from './store/read.ts';

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
    trunkId: row.trunk_id,
    campaignParentCallIds: row.parent_call_ids,
    transferDestination: row.transfer_destination,
    externalId: row.external_id,
    tags: row.tags ?? [],
  };
}

function isAnalysed({ summary, analysis, qa }: CallRow): boolean {
  return summary !== null || analysis !== null || qa !== null;
}
