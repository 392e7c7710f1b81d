import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { AnalysisPlan } from '../agents/index.ts';
import type { TranscriptEntry } from '../calls/index.ts';
import type { Findings } from './read-answer.ts';

interface CallKey {
  organizationId: string;
  callId: string;
}

/** An analysis that a job is to make. */
export interface AnalysisJob extends CallKey {
  /** The request that asked for it; null or left out: it is the one that follows the end of the call. */
  requestId?: string | null;
}

/** A call whose analysis is due, and what it goes by; no plan where its agent is deleted. */
interface CallToAnalyze {
  transcript: TranscriptEntry[];
  /** The version of the agent that the plan is of. */
  agentVersion: number | null;
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
}

/** First those that follow the end of a call, so that they wait for none that were asked for. */
const take = statement(
  'analysis.take',
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
/** A job's tries take a few hours at most. Each is looked at again after as long. */
const look = statement(
  'analysis.look_after',
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
const giveUp = statement(
  'analysis.give_up',
  `with given_up as (
     update calls set analysis_status = 'failed' where organization_id = $1 and call_id = $2)
   delete from call_analysis_requests where organization_id = $1 and call_id = $2`,
);
const select = readStatement(
  'analysis.call',
  `select c.transcript, v.version as "agentVersion", v.configuration -> 'analysis' as plan,
     v.configuration -> 'model' as model
   from calls c
     left join call_analysis_requests r on r.organization_id = c.organization_id and r.call_id = c.call_id
     left join agent_versions v on v.organization_id = c.organization_id and v.agent_id = c.agent_id
       and v.version = coalesce(r.agent_version, c.agent_version)
   where c.organization_id = $1 and c.call_id = $2 and c.analysis_status = 'queued'
     and r.request_id is not distinct from $3::text`,
);
// What an analysis before has found out stays where this one has found out nothing.
const settle = statement(
  'analysis.settle',
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

/** Calls that wait for a job; they are marked as having one, in the caller's transaction. */
export function takePending(tx: Queryable): Promise<AnalysisJob[]> {
  return tx.query<AnalysisJob>(take);
}

/** Those that got a job long ago, whether it waits still or is lost; they stay locked for the caller's transaction. */
export function findQueuedLongAgo(tx: Queryable): Promise<AnalysisJob[]> {
  return tx.query<AnalysisJob>(look);
}

/** Nothing comes of an analysis that the caller has locked. */
export async function giveUpAnalysis(tx: Queryable, { organizationId, callId }: CallKey): Promise<void> {
  await tx.query(giveUp, [organizationId, callId]);
}

/** Null when nothing is due any more. */
export async function findCallToAnalyze(db: Queryable, job: AnalysisJob): Promise<CallToAnalyze | null> {
  const { organizationId, callId, requestId = null } = job;
  const [row] = await db.query<CallToAnalyze>(select, [organizationId, callId, requestId]);
  return row ?? null;
}

/** Findings take the place of those before; null: nothing was found out. False when it was settled before. */
export async function settleAnalysis(
  tx: Queryable,
  { organizationId, callId, requestId = null }: AnalysisJob,
  { findings, agentVersion }: { findings: Findings | null; agentVersion: number | null },
): Promise<boolean> {
  const rows = await tx.query(settle, [
    ...[organizationId, callId, requestId, findings !== null],
    ...[findings?.summary ?? null, toJson(findings?.analysis ?? null), toJson(findings?.qa ?? null)],
    agentVersion,
  ]);
  return rows.length > 0;
}
