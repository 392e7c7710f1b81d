import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { changesNothing } from '../../platform/http/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import type { Campaign, UpdateCampaign } from './schemas.ts';
import { lockCampaign, organizationMax, updateCampaignRow } from './store/campaigns.ts';

/** Changes the given fields of a campaign that has not ended. They apply from the next claim on. */
export async function updateCampaign(
  scope: Scope & { notifier: Notifier },
  campaignId: string,
  input: UpdateCampaign,
): Promise<Campaign> {
  const { organizationId } = scope.actor;
  const campaign = await change(scope, async (tx) => {
    const current = await lockCampaign(tx, organizationId, campaignId);
    if (!current) throw notFound('campaign');
    if (changesNothing(input)) return { result: current, audit: [] };
    if (current.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
    const { maxConcurrentCalls = current.maxConcurrentCalls, weight = current.weight } = input;
    const limit = await organizationMax(tx, organizationId);
    if (input.maxConcurrentCalls != null && input.maxConcurrentCalls > limit) {
      const message = `must not exceed the organization's limit of ${limit}`;
      throw invalid([{ field: 'maxConcurrentCalls', message }]);
    }
    const changed = await updateCampaignRow(tx, organizationId, campaignId, { maxConcurrentCalls, weight });
    const audit = { verb: 'updated', type: 'campaigns', id: campaignId, label: changed.name } as const;
    return { result: changed, audit };
  });
  scope.notifier.notify('parley_calls');
  return campaign;
}
