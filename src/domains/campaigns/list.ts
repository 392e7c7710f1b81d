import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { Campaign } from './schemas.ts';
import { selectCampaigns } from './store/campaigns.ts';

/** Returns the organization's campaigns, newest first. */
export async function listCampaigns(
  scope: ReadScope,
  filters: { status?: string | undefined; agentId?: string | undefined },
  page: NamedPageRequest,
): Promise<Page<Campaign>> {
  const campaigns = await selectCampaigns(scope.db, scope.actor.organizationId, filters, page);
  return pageOf(campaigns, page.size, ({ createdAt, campaignId }) => ({ createdAt, id: campaignId }));
}
