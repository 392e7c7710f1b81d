import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { RetryConfig } from './schemas.ts';
import { selectRetryConfigs } from './store.ts';

/** Returns the organization's retry configurations, newest first. */
export async function listRetryConfigs(scope: ReadScope, page: NamedPageRequest): Promise<Page<RetryConfig>> {
  const configs = await selectRetryConfigs(scope.db, scope.actor.organizationId, page);
  return pageOf(configs, page.size, ({ createdAt, callRetryConfigId: id }) => ({ createdAt, id }));
}
