import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { RetryConfig } from './schemas.ts';
import { findRetryConfig } from './store.ts';

export async function getRetryConfig(scope: ReadScope, callRetryConfigId: string): Promise<RetryConfig> {
  const config = await findRetryConfig(scope.db, scope.actor.organizationId, callRetryConfigId);
  if (!config) throw notFound('retry configuration');
  return config;
}
