import type { ReadScope } from '../../platform/audit/index.ts';
import { currentHold } from './current-hold.ts';
import { selectHoldSince, selectQueueHold } from './store/holds.ts';
import { findCall } from './store/read.ts';

/** The reason why most queued calls of a campaign are not dialed now. */
export interface QueueHold {
  /** As `why` reports it. */
  reason: string;
  message: string;
  /** The queued calls with the reason, among those that were looked at. */
  calls: number;
  /** Whether calls behind those in the queue were not looked at. */
  isMore: boolean;
  /** When the first of the calls is due or checked again (RFC 3339), or null when that is not known. */
  until: string | null;
  /** When the cap was reached or dialing was switched off (RFC 3339). Null for other reasons. */
  since: string | null;
}

/**
 * Returns the most common hold of the campaign's queued calls. Null when none is queued, or when they are dialed in turn. Looks
 * at 5,000 calls.
 */
export async function holdOfCampaign(
  { db, actor: { organizationId } }: ReadScope,
  campaignId: string,
): Promise<QueueHold | null> {
  const most = await selectQueueHold(db, organizationId, campaignId);
  if (most === null) return null;
  const { calls, is_more: isMore, first_due_at: until } = most;
  if (most.is_off) {
    const message = 'Dialing is switched off for the organization.';
    const since = await selectHoldSince(db, organizationId, campaignId, 'dialing-off');
    return { reason: 'dialing-off', message, calls, isMore, until: null, since };
  }
  const call = await findCall(db, organizationId, most.call_id);
  const hold = call === null ? null : await currentHold(db, call);
  if (hold === null) return null;
  return {
    reason: hold.reason,
    message: hold.message,
    calls,
    isMore,
    until: most.is_due || hold.until === null ? (hold.until ?? null) : until,
    since: await selectHoldSince(db, organizationId, campaignId, hold.reason),
  };
}
