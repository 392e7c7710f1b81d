import { change, type Scope } from '../../platform/audit/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { CreateRetryConfig, RetryConfig } from './schemas.ts';
import { insertRetryConfig } from './store.ts';

export async function createRetryConfig(scope: Scope, input: CreateRetryConfig): Promise<RetryConfig> {
  return change(scope, async (tx) => {
    const config = await insertRetryConfig(tx, scope.actor.organizationId, newId('retry'), input);
    const { callRetryConfigId: id, name: label } = config;
    return { result: config, audit: { verb: 'created', type: 'retry_configs', id, label } };
  });
}
