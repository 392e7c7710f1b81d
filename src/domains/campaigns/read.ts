import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import {
  type CampaignTotals,
  type CustomerCounts,
  callsOfCampaigns,
  countCallsOfCampaign,
} from '../calls/index.ts';
import type { CampaignDetail, ListedCampaign } from './schemas.ts';
import { findCampaign, findCircuit, selectCampaigns } from './store/campaigns.ts';

export async function getCampaign(scope: ReadScope, campaignId: string): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await findCampaign(scope.db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const circuit = await findCircuit(scope.db, organizationId, campaignId);
  if (!circuit) throw notFound('campaign');
  const { customers, ...counts } = await countCallsOfCampaign(scope.db, organizationId, campaignId);
  return { ...campaign, circuit, counts, customers, isDone: isDone(customers) };
}

export const noCalls: CampaignTotals = {
  calls: { total: 0, ended: 0 },
  customers: { total: 0, reached: 0, waiting: 0, givenUp: 0 },
};

/** Returns whether nothing is left to dial. A campaign that never had a call is not done. */
function isDone({ total, waiting }: CustomerCounts): boolean {
  return total > 0 && waiting === 0;
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
  const listed = campaigns.map((campaign) => {
    const totals = counts.get(campaign.campaignId) ?? noCalls;
    return { ...campaign, ...totals, isDone: isDone(totals.customers) };
  });
  return pageOf(listed, page.size, ({ createdAt, campaignId }) => ({ createdAt, id: campaignId }));
}
