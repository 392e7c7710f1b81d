import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { RetryConfig, UsingCampaign } from './schemas.ts';
import { findRetryConfig, selectCampaignsWith, selectRetryConfigs } from './store.ts';

export async function getRetryConfig(scope: ReadScope, callRetryConfigId: string): Promise<RetryConfig> {
  const config = await findRetryConfig(scope.db, scope.actor.organizationId, callRetryConfigId);
  if (!config) throw notFound('retry configuration');
  return config;
}

/** Returns the organization's retry configurations, newest first. */
export async function listRetryConfigs(scope: ReadScope, page: NamedPageRequest): Promise<Page<RetryConfig>> {
  const configs = await selectRetryConfigs(scope.db, scope.actor.organizationId, page);
  return pageOf(configs, page.size, ({ createdAt, callRetryConfigId: id }) => ({ createdAt, id }));
}

/** Returns the running campaigns that have calls with a retry configuration, newest first. */
export async function listCampaignsWith(
  scope: ReadScope,
  callRetryConfigId: string,
  page: PageRequest,
): Promise<Page<UsingCampaign>> {
  await getRetryConfig(scope, callRetryConfigId);
  const campaigns = await selectCampaignsWith(scope.db, scope.actor.organizationId, callRetryConfigId, page);
  return pageOf(campaigns, page.size, ({ createdAt, campaignId: id }) => ({ createdAt, id }));
}
