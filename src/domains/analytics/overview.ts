import type { ReadScope } from '../../platform/audit/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { startOfDay } from '../schedules/index.ts';
import { findAttention } from './attention.ts';
import { callAnalytics } from './calls.ts';
import { latencyAnalytics } from './latency.ts';
import type { Overview, OverviewQuery } from './schemas.ts';

const hourMs = 3_600_000;
/** The most due calls that are counted, so that a long queue takes no longer. */
const dueMax = 10_000;

const countDue = readStatement(
  'analytics.due',
  `select count(*)::integer as due from (
     select 1 from dial_lanes l cross join unnest(l.priorities) as p (priority)
       cross join lateral (
         select 1 from queued_calls q where q.organization_id = l.organization_id and q.campaign_id = l.campaign_id
           and q.priority = p.priority and q.due_at <= dialer_now() limit $2) one
     where l.organization_id = $1 limit $2) counted`,
);

/** Returns the overview: now, today, the last hour, and what needs attention. */
export async function overview(
  scope: ReadScope,
  { timeZone = 'UTC' }: OverviewQuery,
  nowMs: number,
): Promise<Overview> {
  const { db, actor } = scope;
  const today = new Date(startOfDay(timeZone, nowMs)).toISOString();
  const lastHour = new Date(nowMs - hourMs).toISOString();
  const [calls, latency, due, attention] = await Promise.all([
    callAnalytics(scope, { from: today }, nowMs),
    latencyAnalytics(scope, { from: lastHour }, nowMs),
    dueCalls(db, actor.organizationId),
    findAttention(db, actor),
  ]);
  const { queued: waiting = 0, ...live } = calls.now;
  const { from, created, byStatus, byOutcome } = calls;
  const { waited, provider, added } = latency.parts;
  return {
    at: new Date(nowMs).toISOString(),
    timeZone,
    live: { calls: Object.values(live).reduce((sum, count) => sum + count, 0), byStatus: live },
    queue: { waiting, ...due },
    today: { from, created, byStatus, byOutcome },
    latency: { from: latency.from, calls: latency.calls, turns: latency.turns, waited, provider, added },
    attention,
  };
}

async function dueCalls(db: Queryable, organizationId: string): Promise<{ due: number; isWhole: boolean }> {
  const [row] = await db.query<{ due: number }>(countDue, [organizationId, dueMax + 1]);
  const due = row?.due ?? 0;
  return { due: Math.min(due, dueMax), isWhole: due <= dueMax };
}
