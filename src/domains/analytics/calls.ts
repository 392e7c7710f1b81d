import type { ReadScope } from '../../platform/audit/index.ts';
import { countCallsOfOrganization } from '../calls/index.ts';
import { periodOf, wholeHours } from './period.ts';
import type { CallAnalytics, CallAnalyticsQuery } from './schemas.ts';
import { type HourCount, selectHours } from './store/figures.ts';

/** Returns how many calls the organization has now, and how many were created and ended in each hour of a period. */
export async function callAnalytics(
  { db, actor }: ReadScope,
  asked: CallAnalyticsQuery,
  nowMs: number,
): Promise<CallAnalytics> {
  const { organizationId } = actor;
  const period = wholeHours(periodOf(asked, nowMs));
  const rows = await selectHours(db, organizationId, period);
  const { byStatus: all } = await countCallsOfOrganization(db, organizationId);
  const { ended: _ended, canceled: _canceled, ...now } = all;
  const over = rows.filter(({ status }) => status !== '');
  return {
    ...period,
    now,
    created: sums(
      rows.filter(({ status }) => status === ''),
      'type',
    ),
    byStatus: sums(over, 'status'),
    byOutcome: sums(
      over.filter(({ ended_reason }) => ended_reason !== ''),
      'ended_reason',
    ),
  };
}

function sums(rows: readonly HourCount[], by: 'type' | 'status' | 'ended_reason'): Record<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) found.set(row[by], (found.get(row[by]) ?? 0) + row.calls);
  return Object.fromEntries(found);
}
