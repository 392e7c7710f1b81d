import type { ReadScope } from '../../platform/audit/index.ts';
import { readStatement } from '../../platform/db/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { getRetryConfig } from './get.ts';
import type { UsingCampaign } from './schemas.ts';

/** Looks for one call of each campaign, because a join would read all calls that ever used the configuration. */
const campaigns = readStatement(
  'retry_configs.campaigns',
  `select c.campaign_id as "campaignId", c.name, c.status, rfc3339(c.created_at) as "createdAt" from campaigns c
   cross join lateral (
     select from calls where organization_id = $1 and call_retry_config_id = $2 and campaign_id = c.campaign_id
       and campaign_id <> '' limit 1
   ) made
   where c.organization_id = $1 and c.status <> 'ended' and ($3::text is null or c.campaign_id < $3)
   order by c.campaign_id desc limit $4`,
);

/** Returns the running campaigns that have calls with a retry configuration, newest first. */
export async function listCampaignsWith(
  scope: ReadScope,
  callRetryConfigId: string,
  page: PageRequest,
): Promise<Page<UsingCampaign>> {
  await getRetryConfig(scope, callRetryConfigId);
  const values = [scope.actor.organizationId, callRetryConfigId, page.after?.id ?? null, page.size + 1];
  const rows = await scope.db.query<UsingCampaign>(campaigns, values);
  return pageOf(rows, page.size, ({ createdAt, campaignId: id }) => ({ createdAt, id }));
}
