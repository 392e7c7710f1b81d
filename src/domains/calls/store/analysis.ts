import { type Queryable, statement, toJson } from '../../../platform/db/index.ts';
import type { Call } from '../schemas.ts';
import type { CallKey } from './read.ts';

/** An analysis that a job makes. */
export interface AnalysisJob extends CallKey {
  /** The request that asked for it; null or absent for the analysis that follows the end of the call. */
  requestId?: string | null;
}

/** The result of an analysis, as the record of its call holds it. */
export type Findings = Pick<Call, 'summary' | 'analysis' | 'qa'>;

// Analyses that follow the end of a call come first, so that none of them waits for requested ones.
const take = statement(
  'calls.take_analyses',
  `with taken as (
     update calls set analysis_status = 'queued', analysis_queued_at = clock_timestamp()
     where (organization_id, call_id) in (
       select organization_id, call_id from calls where analysis_status = 'pending'
       order by (organization_id, call_id) in (select organization_id, call_id from call_analysis_requests)
       limit 500 for update skip locked)
     returning organization_id, call_id)
   select t.organization_id as "organizationId", t.call_id as "callId", r.request_id as "requestId"
   from taken t left join call_analysis_requests r using (organization_id, call_id)`,
);
// The tries of a job take a few hours at most. After that time, each analysis is checked again.
const look = statement(
  'calls.look_after_analyses',
  `with old as (
     update calls set analysis_queued_at = clock_timestamp()
     where (organization_id, call_id) in (
       select organization_id, call_id from calls
       where analysis_status = 'queued' and analysis_queued_at < statement_timestamp() - interval '12 hours'
       limit 500 for update skip locked)
     returning organization_id, call_id)
   select o.organization_id as "organizationId", o.call_id as "callId", r.request_id as "requestId"
   from old o left join call_analysis_requests r using (organization_id, call_id)`,
);
const ask = statement(
  'calls.ask_for_analysis',
  `with asked as (
     insert into call_analysis_requests (organization_id, call_id, request_id, agent_version, status_before)
     values ($1, $2, $3, $4, $5))
   update calls set analysis_status = 'pending', analysis_queued_at = null
   where organization_id = $1 and call_id = $2`,
);
const giveUp = statement(
  'calls.give_up_analysis',
  `with given_up as (
     update calls set analysis_status = 'failed' where organization_id = $1 and call_id = $2)
   delete from call_analysis_requests where organization_id = $1 and call_id = $2`,
);
// An analysis without findings keeps those of the previous analysis.
const settle = statement(
  'calls.settle_analysis',
  `with settled as (
     update calls c set analysis_status = case when $4::boolean then 'done' else 'failed' end,
       summary = case when $4 then $5 else c.summary end, analysis = case when $4 then $6::json else c.analysis end,
       qa = case when $4 then $7::json else c.qa end,
       analysis_agent_version = case when $4 then $8::integer else c.analysis_agent_version end
     where c.organization_id = $1 and c.call_id = $2 and c.analysis_status = 'queued'
       and (select r.request_id from call_analysis_requests r
         where r.organization_id = c.organization_id and r.call_id = c.call_id) is not distinct from $3::text
     returning c.organization_id, c.call_id),
   answered as (
     delete from call_analysis_requests r using settled s
     where r.organization_id = s.organization_id and r.call_id = s.call_id)
   select from settled`,
);

const keep = statement(
  'calls.flow_values',
  `update calls set analysis =
     case when $3::text = '{}' then analysis else (coalesce(analysis::jsonb, '{}') || $3::jsonb)::json end
   where organization_id = $1 and call_id = $2 and ended_at is null returning 1`,
);

/**
 * Adds what the agent's flow found out to the structured data of a call. Returns false when the call has ended. The row stays locked until the transaction ends, so that changes keep their order.
 */
export async function keepFoundOut(
  tx: Queryable,
  { organizationId, callId }: CallKey,
  values: Record<string, unknown>,
): Promise<boolean> {
  return (await tx.query(keep, [organizationId, callId, toJson(values)])).length > 0;
}

/** Marks up to 500 pending analyses as queued and returns them. Enqueue their jobs in the same transaction. */
export function takePendingAnalyses(tx: Queryable): Promise<AnalysisJob[]> {
  return tx.query<AnalysisJob>(take);
}

/** Returns analyses that were queued over 12 hours ago, at most 500, and locks their calls until the transaction ends. */
export function analysesQueuedLongAgo(tx: Queryable): Promise<AnalysisJob[]> {
  return tx.query<AnalysisJob>(look);
}

/** Makes another analysis of a call pending. The caller holds the call's row. */
export async function askForAnalysis(
  tx: Queryable,
  { organizationId, callId }: CallKey,
  asked: { requestId: string; agentVersion: number | null; statusBefore: 'done' | 'failed' | null },
): Promise<void> {
  const { requestId, agentVersion, statusBefore } = asked;
  await tx.query(ask, [organizationId, callId, requestId, agentVersion, statusBefore]);
}

/** Marks the analysis of a call as failed, and drops the request for it. */
export async function giveUpAnalysis(tx: Queryable, { organizationId, callId }: CallKey): Promise<void> {
  await tx.query(giveUp, [organizationId, callId]);
}

/**
 * Stores the result of an analysis; `findings` is null for a failed one. Returns false, and changes nothing, when the
 * call does not wait for this analysis any more.
 */
export async function settleAnalysis(
  tx: Queryable,
  { organizationId, callId, requestId = null }: AnalysisJob,
  { findings, agentVersion }: { findings: Findings | null; agentVersion: number | null },
): Promise<boolean> {
  const rows = await tx.query(settle, [
    organizationId,
    callId,
    requestId,
    findings !== null,
    findings?.summary ?? null,
    toJson(findings?.analysis ?? null),
    toJson(findings?.qa ?? null),
    agentVersion,
  ]);
  return rows.length > 0;
}
