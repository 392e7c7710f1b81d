import type { ReadScope } from '../../platform/audit/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { missingCall } from './missing-call.ts';
import type { CallAnalysis } from './schemas.ts';

const select = readStatement(
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

/** What was found out about a call, and whether something more is to come. */
export async function getCallAnalysis(scope: ReadScope, callId: string): Promise<CallAnalysis> {
  const { organizationId } = scope.actor;
  const found = await findCallAnalysis(scope.db, organizationId, callId);
  if (!found) throw await missingCall(scope.db, organizationId, callId);
  return found;
}

export async function findCallAnalysis(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<CallAnalysis | null> {
  const [row] = await db.query<CallAnalysis>(select, [organizationId, callId]);
  return row ?? null;
}
