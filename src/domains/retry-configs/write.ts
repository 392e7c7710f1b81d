import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import type { CreateRetryConfig, RetryConfig, UpdateRetryConfig } from './schemas.ts';
import {
  deleteRetryConfigRow,
  insertRetryConfig,
  lockRetryConfig,
  lockRetryConfigForDeletion,
  updateRetryConfigRow,
  usersOfRetryConfig,
} from './store.ts';

export async function createRetryConfig(scope: Scope, input: CreateRetryConfig): Promise<RetryConfig> {
  return change(scope, async (tx) => {
    const config = await insertRetryConfig(tx, scope.actor.organizationId, newId('retry'), input);
    const { callRetryConfigId: id, name: label } = config;
    return { result: config, audit: { verb: 'created', type: 'retry_configs', id, label } };
  });
}

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
