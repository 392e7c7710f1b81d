import type { ReadScope } from '../audit/index.ts';
import { statement } from '../db/index.ts';
import { getRetryConfig } from './get.ts';
import { type RetryConfigCampaigns, usingCallsMax, usingCampaignsMax } from './schemas.ts';

const campaigns = statement(
  'retry_configs.campaigns',
  `select c.campaign_id as "campaignId", c.name, c.status, made.calls from (
     select campaign_id, name, status from campaigns
     where organization_id = $1 and status <> 'ended' order by campaign_id desc limit ${usingCampaignsMax}
   ) c cross join lateral (
     select count(*) filter (where newest.call_retry_config_id = $2)::integer as calls from (
       select call_retry_config_id from calls
       where organization_id = $1 and campaign_id = c.campaign_id and campaign_id <> ''
       order by call_id desc limit ${usingCallsMax}
     ) newest
   ) made
   where made.calls > 0
   order by c.campaign_id desc`,
);

/** The campaigns that go by a retry configuration, as far as their newest calls tell. */
export async function listCampaignsWith(
  scope: ReadScope,
  callRetryConfigId: string,
): Promise<RetryConfigCampaigns> {
  await getRetryConfig(scope, callRetryConfigId);
  const values = [scope.actor.organizationId, callRetryConfigId];
  const rows = await scope.db.query<RetryConfigCampaigns['campaigns'][number]>(campaigns, values);
  return { campaigns: rows };
}
