import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { periodOf } from './period.ts';
import type { LatencyAnalytics, LatencyQuery, Percentiles } from './schemas.ts';
import { latencyFigures } from './store/figures.ts';

/**
 * Returns how long callers waited for the organization's agents in a period, in total and for each part. Throws a 404
 * for an unknown agent without calls. Calls of a deleted agent still count.
 */
export async function latencyAnalytics(
  { db, actor }: ReadScope,
  { agentId, ...asked }: LatencyQuery,
  nowMs: number,
): Promise<LatencyAnalytics> {
  const period = periodOf(asked, nowMs);
  const found = await latencyFigures(db, actor.organizationId, period, agentId);
  const { calls, turns, isWhole, figures } = found;
  if (calls === 0 && agentId !== undefined && !(await findAgent(db, actor.organizationId, agentId)))
    throw notFound('agent');
  const percentilesOf = (part: keyof LatencyAnalytics['parts']): Percentiles => {
    const { count = 0, max = null, percentiles = [] } = figures.find((figure) => figure.part === part) ?? {};
    const [p50Ms = null, p90Ms = null, p95Ms = null, p99Ms = null] = percentiles;
    return { count, p50Ms, p90Ms, p95Ms, p99Ms, maxMs: max };
  };
  return {
    ...period,
    agentId: agentId ?? null,
    calls,
    isWhole,
    turns,
    parts: {
      waited: percentilesOf('waited'),
      provider: percentilesOf('provider'),
      added: percentilesOf('added'),
      transcript: percentilesOf('transcript'),
      endOfTurn: percentilesOf('endOfTurn'),
      firstToken: percentilesOf('firstToken'),
      model: percentilesOf('model'),
      voice: percentilesOf('voice'),
      line: percentilesOf('line'),
    },
  };
}
