import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { wakeCallsOfCampaign } from '../call-queue/index.ts';
import { closeCircuit } from '../circuits/index.ts';
import { getCampaign } from './get.ts';
import type { CampaignDetail } from './schemas.ts';
import { findCampaign } from './store/campaigns.ts';

/** Closes the circuit of a campaign by hand. The calls that it held are due at once. */
export async function resetCampaignCircuit(
  scope: Scope & { notifier: Notifier },
  campaignId: string,
): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await change(scope, async (tx) => {
    const current = await findCampaign(tx, organizationId, campaignId);
    if (!current) throw notFound('campaign');
    await closeCircuit(tx, organizationId, 'campaign', campaignId);
    await wakeCallsOfCampaign(tx, organizationId, campaignId);
    const result = await getCampaign({ ...scope, db: tx }, campaignId);
    return { result, audit: { verb: 'reset', type: 'campaigns', id: campaignId, label: current.name } };
  });
  scope.notifier.notify('parley_calls');
  return campaign;
}
