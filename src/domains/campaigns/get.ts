import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { countCallsOfCampaign } from '../calls/index.ts';
import type { CampaignDetail } from './schemas.ts';
import { findCampaign, findCircuit } from './store/campaigns.ts';

export async function getCampaign(scope: ReadScope, campaignId: string): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await findCampaign(scope.db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const circuit = await findCircuit(scope.db, organizationId, campaignId);
  if (!circuit) throw notFound('campaign');
  const counts = await countCallsOfCampaign(scope.db, organizationId, campaignId);
  return { ...campaign, circuit, counts };
}
