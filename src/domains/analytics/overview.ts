import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { startOfDay } from '../schedules/index.ts';
import { callAnalytics } from './calls.ts';
import { latencyAnalytics } from './latency.ts';
import type { Attention, Overview, OverviewQuery } from './schemas.ts';
import { attentionMax, countDueCalls, selectAttention } from './store/figures.ts';

const hourMs = 3_600_000;
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
    countDueCalls(db, actor.organizationId),
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

/** The scope that each kind needs. A kind without one needs the scope for calls alone. */
const scopes: Record<string, string> = {
  'trunk-down': 'telephony:read',
  'trunk-without-audio': 'telephony:read',
  'circuit-open': 'campaigns:read',
  'calls-held': 'campaigns:read',
  'alert-open': 'alerts:read',
  'webhook-failing': 'webhooks:read',
  'webhook-disabled': 'webhooks:read',
  'workflow-failing': 'workflows:read',
};

/** Returns what needs attention now, the newest first. */
async function findAttention(
  db: Queryable,
  { organizationId, scopes: held }: { organizationId: string; scopes: ReadonlySet<string> },
): Promise<Attention[]> {
  const items = await selectAttention(db, organizationId);
  const allowed = items.filter(({ kind }) => scopes[kind] === undefined || held.has(scopes[kind]));
  return allowed.toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? 1 : -1)).slice(0, attentionMax);
}
