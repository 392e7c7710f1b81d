import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { redialSome } from '../calls/index.ts';
import type { CampaignRedial } from './schemas.ts';
import { lockCampaign } from './store/campaigns.ts';

/** The calls of one request. The campaign's row is locked meanwhile. */
const callsMax = 1000;

/**
 * Dials calls of the campaign with an unknown outcome again, a limited number for each request. Throws a 409 when the
 * campaign has ended.
 */
export async function redialUnknown(
  scope: Scope & { notifier: Notifier },
  campaignId: string,
): Promise<CampaignRedial> {
  const { organizationId, requestId } = scope.actor;
  const answer = await change(scope, async (tx) => {
    const campaign = await lockCampaign(tx, organizationId, campaignId);
    if (!campaign) throw notFound('campaign');
    if (campaign.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
    const { callIds, hasMore } = await redialSome(tx, { organizationId, campaignId, requestId }, callsMax);
    const audit = callIds.map((id) => ({
      verb: 'created' as const,
      type: 'calls' as const,
      id,
      label: null,
    }));
    return { result: { callsQueued: callIds.length, hasMore }, audit };
  });
  scope.notifier.notify('parley_calls');
  return answer;
}
