import type { ReadScope } from '../../../platform/audit/index.ts';
import { holdMessage, holdMessages, holdOfCampaign, type QueueHold } from '../../calls/index.ts';
import { nextOpenOfAll } from '../../schedules/index.ts';
import type { Campaign } from '../schemas.ts';
import { Groups } from './groups.ts';
import { firstWaiting, readHours } from './store.ts';

/**
 * Returns why customers of a campaign would not be called if it started now, and when the first of them could be. Null when all
 * would be called in turn. The dialer stores the closed hours of a call when its turn comes, so they are computed here.
 */
export async function holdBeforeStart(scope: ReadScope, campaign: Campaign): Promise<QueueHold | null> {
  const { db, actor } = scope;
  const { campaignId } = campaign;
  const stored = await holdOfCampaign(scope, campaignId);
  if (stored !== null && stored.reason !== 'schedule-closed') return stored;
  const frame = await readHours(db, actor.organizationId);
  const { groups, isMore } = await firstWaiting(db, actor.organizationId, campaignId);
  const closedBy = async (hours: Pick<Campaign, 'daytimeOnly'>, rulePacks: string[]) => {
    const rules = { ...frame, rulePacks };
    const { alike } = await new Groups(db, hours, actor.organizationId, rules).alike(groups, 1);
    return alike.flatMap(({ clocks, waiting }) => {
      const opensAtMs = clocks.length === 0 ? frame.nowMs : nextOpenOfAll(clocks, frame.nowMs);
      const calls = waiting.reduce((sum, group) => sum + group.calls, 0);
      return opensAtMs === frame.nowMs ? [] : [{ opensAtMs: opensAtMs ?? Number.POSITIVE_INFINITY, calls }];
    });
  };
  const closed = await closedBy(campaign, frame.rulePacks);
  if (closed.length === 0) return null;
  const bySchedule = await closedBy({ daytimeOnly: false }, []);
  const firstAtMs = Math.min(...closed.map(({ opensAtMs }) => opensAtMs));
  const until = Number.isFinite(firstAtMs) ? new Date(firstAtMs).toISOString() : null;
  const reason = bySchedule.length > 0 ? 'schedule-closed' : 'calling-hours';
  return {
    reason,
    message: until === null ? holdMessages[reason]! : holdMessage(reason, until),
    calls: closed.reduce((sum, { calls }) => sum + calls, 0),
    isMore,
    until,
  };
}
