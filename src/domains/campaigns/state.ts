import type { CampaignTotals } from '../calls/index.ts';
import type { Campaign, CampaignProgress } from './schemas.ts';

/** Returns how far a campaign is, and its state as people see it. */
export function progressOf(
  { status, hasStarted }: Pick<Campaign, 'status' | 'hasStarted'>,
  { customers }: Pick<CampaignTotals, 'customers'>,
): CampaignProgress {
  const { total, waiting, reached } = customers;
  // A campaign that never had a call is not done.
  const isDone = total > 0 && waiting === 0;
  const progress = { customers, isDone };
  if (status === 'paused' && !hasStarted) return { ...progress, state: 'not-started' };
  if (status !== 'running') return { ...progress, state: status };
  if (isDone) return { ...progress, state: reached > 0 ? 'done' : 'done-none-reached' };
  return { ...progress, state: total === 0 ? 'no-calls' : status };
}
