import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { deleteRetryConfigRow, lockRetryConfigForDeletion, usersOfRetryConfig } from './store.ts';

export async function deleteRetryConfig(scope: Scope, callRetryConfigId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const config = await lockRetryConfigForDeletion(tx, organizationId, callRetryConfigId);
    if (!config) throw notFound('retry configuration');
    const users = await usersOfRetryConfig(tx, organizationId, callRetryConfigId);
    if (users.length > 0) {
      const message = `The retry configuration is in use by ${users.join(', ')}.`;
      throw conflict('retry_configuration.in_use', message);
    }
    await deleteRetryConfigRow(tx, organizationId, callRetryConfigId);
    const { name: label } = config;
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'retry_configs', id: callRetryConfigId, label },
    };
  });
}
