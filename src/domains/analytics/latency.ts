import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { periodOf } from './period.ts';
import type { LatencyAnalytics, LatencyQuery, Percentiles } from './schemas.ts';
import { latencyFigures } from './store/figures.ts';

/**
 * Returns how long callers waited for the organization's agents in a period, in total and for each part. Throws a 404
 * for an unknown agent without calls, unless there are other filters. Calls of a deleted agent still count.
 */
export async function latencyAnalytics(
  { db, actor }: ReadScope,
  { from, to, ...filters }: LatencyQuery,
  nowMs: number,
): Promise<LatencyAnalytics> {
  const { agentId, campaignId, trunkId, type } = filters;
  const period = periodOf({ from, to }, nowMs);
  const found = await latencyFigures(db, actor.organizationId, period, filters);
  const { calls, turns, isWhole, figures } = found;
  // A deleted agent may have calls, but none of those asked for.
  const isByAgent = agentId !== undefined && (campaignId ?? trunkId ?? type) === undefined;
  if (calls === 0 && isByAgent && !(await findAgent(db, actor.organizationId, agentId)))
    throw notFound('agent');
  const percentilesOf = (part: keyof LatencyAnalytics['parts']): Percentiles => {
    const { count, max, percentiles } = figures[part];
    const [p50Ms = null, p90Ms = null, p95Ms = null, p99Ms = null] = percentiles ?? [];
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
