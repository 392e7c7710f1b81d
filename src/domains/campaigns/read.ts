import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { type CampaignTotals, callsOfCampaigns, countCallsOfCampaign } from '../calls/index.ts';
import { holdOf } from './forecast/hold-of.ts';
import type { Campaign, CampaignDetail, ListedCampaign } from './schemas.ts';
import { progressOf } from './state.ts';
import { findCampaign, findCircuit, selectCampaigns, selectSome } from './store/campaigns.ts';

export async function getCampaign(scope: ReadScope, campaignId: string): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await findCampaign(scope.db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const circuit = await findCircuit(scope.db, organizationId, campaignId);
  if (!circuit) throw notFound('campaign');
  const { customers, ...counts } = await countCallsOfCampaign(scope.db, organizationId, campaignId);
  const hold = await holdOf(scope, campaign);
  return { ...campaign, circuit, counts, ...progressOf(campaign, { customers }), hold };
}

export const noCalls: CampaignTotals = {
  calls: { total: 0, ended: 0 },
  customers: { total: 0, reached: 0, waiting: 0, givenUp: 0 },
};

/** Returns the organization's campaigns, newest first. */
export async function listCampaigns(
  scope: ReadScope,
  filters: { status?: string | undefined; agentId?: string | undefined },
  page: NamedPageRequest,
): Promise<Page<ListedCampaign>> {
  const { organizationId } = scope.actor;
  const campaigns = await selectCampaigns(scope.db, organizationId, filters, page);
  const listed = await withProgress(scope, campaigns);
  return pageOf(listed, page.size, ({ createdAt, campaignId }) => ({ createdAt, id: campaignId }));
}

/** Returns the states of those of the campaigns that exist, by their ids. */
export async function statesOfCampaigns(
  scope: ReadScope,
  campaignIds: readonly string[],
): Promise<Map<string, ListedCampaign['state']>> {
  if (campaignIds.length === 0) return new Map();
  const campaigns = await selectSome(scope.db, scope.actor.organizationId, campaignIds);
  const listed = await withProgress(scope, campaigns);
  return new Map(listed.map(({ campaignId, state }) => [campaignId, state]));
}

async function withProgress(scope: ReadScope, campaigns: readonly Campaign[]): Promise<ListedCampaign[]> {
  const ids = campaigns.map(({ campaignId }) => campaignId);
  const counts = await callsOfCampaigns(scope.db, scope.actor.organizationId, ids);
  return campaigns.map((campaign) => {
    const totals = counts.get(campaign.campaignId) ?? noCalls;
    return { ...campaign, ...totals, ...progressOf(campaign, totals) };
  });
}
