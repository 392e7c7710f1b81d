import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { RetryConfig, UpdateRetryConfig } from './schemas.ts';
import { lockRetryConfig, updateRetryConfigRow } from './store.ts';

/** Changes the given fields. They apply to attempts that end from now on. */
export async function updateRetryConfig(
  scope: Scope,
  callRetryConfigId: string,
  input: UpdateRetryConfig,
): Promise<RetryConfig> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockRetryConfig(tx, organizationId, callRetryConfigId);
    if (!current) throw notFound('retry configuration');
    if (changesNothing(input)) return { result: current, audit: [] };
    const values = withChanges(current, input);
    const config = await updateRetryConfigRow(tx, organizationId, callRetryConfigId, values);
    const audit = {
      verb: 'updated',
      type: 'retry_configs',
      id: callRetryConfigId,
      label: config.name,
    } as const;
    return { result: config, audit };
  });
}
