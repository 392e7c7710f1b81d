import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { callsOfCampaigns, countCallsOfCampaign } from '../calls/index.ts';
import type { CampaignDetail, ListedCampaign } from './schemas.ts';
import { findCampaign, findCircuit, selectCampaigns } from './store/campaigns.ts';

export async function getCampaign(scope: ReadScope, campaignId: string): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await findCampaign(scope.db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const circuit = await findCircuit(scope.db, organizationId, campaignId);
  if (!circuit) throw notFound('campaign');
  const counts = await countCallsOfCampaign(scope.db, organizationId, campaignId);
  return { ...campaign, circuit, counts };
}

/** Returns the organization's campaigns, newest first. */
export async function listCampaigns(
  scope: ReadScope,
  filters: { status?: string | undefined; agentId?: string | undefined },
  page: NamedPageRequest,
): Promise<Page<ListedCampaign>> {
  const { organizationId } = scope.actor;
  const campaigns = await selectCampaigns(scope.db, organizationId, filters, page);
  const ids = campaigns.map(({ campaignId }) => campaignId);
  const counts = await callsOfCampaigns(scope.db, organizationId, ids);
  const listed = campaigns.map((campaign) => ({
    ...campaign,
    calls: counts.get(campaign.campaignId) ?? { total: 0, ended: 0 },
  }));
  return pageOf(listed, page.size, ({ createdAt, campaignId }) => ({ createdAt, id: campaignId }));
}
