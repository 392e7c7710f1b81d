import { change, type Scope } from '../../platform/audit/index.ts';
import { statement } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { recordEvent } from '../calls/index.ts';
import { findCallAnalysis } from './get-analysis.ts';
import { type AskedCall, refusalOf } from './may-be-analyzed.ts';
import { missingCall } from './missing-call.ts';
import type { CallAnalysis } from './schemas.ts';

const lock = statement(
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
const ask = statement(
  'analysis.ask',
  `with asked as (
     insert into call_analysis_requests (organization_id, call_id, request_id, agent_version, status_before)
     values ($1, $2, $3, $4, $5))
   update calls set analysis_status = 'pending', analysis_queued_at = null
   where organization_id = $1 and call_id = $2`,
);

/**
 * Has a call that has ended analysed again, by the version of its agent that is published now. While an analysis of it is
 * pending, the first one too, there is no other: the answer tells of that one. 409 says why it cannot be analysed.
 */
export async function analyzeAgain(scope: Scope, callId: string): Promise<CallAnalysis> {
  const { organizationId, requestId } = scope.actor;
  return change(scope, async (tx) => {
    const [call] = await tx.query<AskedCall>(lock, [organizationId, callId]);
    if (!call) throw await missingCall(tx, organizationId, callId);
    const isNew = !call.isPending;
    if (isNew) {
      const refusal = refusalOf(call);
      if (refusal) throw refusal;
      const { publishedVersion, statusBefore } = call;
      await tx.query(ask, [organizationId, callId, requestId, publishedVersion, statusBefore]);
      const message = `Another analysis was asked for by request ${requestId}: by version ${publishedVersion} of the agent.`;
      const event = { decision: 'noted', reason: 'analysis-asked', message } as const;
      await recordEvent(tx, organizationId, callId, event);
    }
    const result = await findCallAnalysis(tx, organizationId, callId);
    if (!result) throw notFound('call');
    const entry = { verb: 'updated', type: 'calls', id: callId, label: 'analysis asked for' } as const;
    return { result, audit: isNew ? entry : [] };
  });
}
