import type { AnalysisPlan } from '../agents/index.ts';
import type { TranscriptEntry } from '../calls/index.ts';
import { type Queryable, statement, toJson } from '../db/index.ts';
import type { Findings } from './read-answer.ts';

/** A call whose analysis is due, and what it goes by; no plan where its agent is deleted. */
export interface CallToAnalyze {
  transcript: TranscriptEntry[];
  plan: AnalysisPlan | null;
  model: Record<string, unknown> | null;
}

const take = statement(
  'analysis.take',
  `update calls set analysis_status = 'queued', analysis_queued_at = clock_timestamp()
   where (organization_id, call_id) in (
     select organization_id, call_id from calls where analysis_status = 'pending' limit 500 for update skip locked)
   returning organization_id, call_id`,
);
/** Those whose job is gone without an answer: a job's tries take a few hours at most. */
const forget = statement(
  'analysis.forget',
  `update calls set analysis_status = 'failed'
   where analysis_status = 'queued' and analysis_queued_at < statement_timestamp() - interval '12 hours'
   returning organization_id, call_id`,
);
const select = statement(
  'analysis.call',
  `select c.transcript, v.configuration -> 'analysis' as plan, v.configuration -> 'model' as model
   from calls c left join agent_versions v
     on v.organization_id = c.organization_id and v.agent_id = c.agent_id and v.version = c.agent_version
   where c.organization_id = $1 and c.call_id = $2 and c.analysis_status = 'queued'`,
);
const settle = statement(
  'analysis.settle',
  `update calls set analysis_status = $3, summary = $4, analysis = $5, qa = $6
   where organization_id = $1 and call_id = $2 and analysis_status = 'queued' returning 1`,
);

export interface CallKey {
  organizationId: string;
  callId: string;
}

interface KeyRow {
  organization_id: string;
  call_id: string;
}

const toKey = (row: KeyRow): CallKey => ({ organizationId: row.organization_id, callId: row.call_id });

/** Calls that ended and wait for a job; they are marked as having one, in the caller's transaction. */
export async function takePending(tx: Queryable): Promise<CallKey[]> {
  return (await tx.query<KeyRow>(take)).map(toKey);
}

/** Gives up those that were never answered for. */
export async function giveUpForgotten(tx: Queryable): Promise<CallKey[]> {
  return (await tx.query<KeyRow>(forget)).map(toKey);
}

/** Null when nothing is due any more. */
export async function findCallToAnalyze(db: Queryable, key: CallKey): Promise<CallToAnalyze | null> {
  const [row] = await db.query<CallToAnalyze>(select, [key.organizationId, key.callId]);
  return row ?? null;
}

/** False when it was settled before. */
export async function settleAnalysis(
  tx: Queryable,
  key: CallKey,
  outcome: { status: 'done' | 'failed'; findings: Findings | null },
): Promise<boolean> {
  const { findings } = outcome;
  const rows = await tx.query(settle, [
    key.organizationId,
    key.callId,
    outcome.status,
    findings?.summary ?? null,
    toJson(findings?.analysis ?? null),
    toJson(findings?.qa ?? null),
  ]);
  return rows.length > 0;
}
