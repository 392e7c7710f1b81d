import type { AccessState } from '../access/index.ts';
import { change, type Scope } from '../audit/index.ts';
import { notFound } from '../kernel/index.ts';
import { findKey, revokeKeyRow } from './store.ts';

/** Revokes a key at once. For one that is revoked already there is nothing to do, and nothing is audited. */
export async function revokeApiKey(scope: Scope & { access: AccessState }, apiKeyId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const revoked = await revokeKeyRow(tx, organizationId, apiKeyId);
    if (revoked) {
      const audit = { verb: 'deleted', type: 'api_keys', id: apiKeyId, label: revoked.name } as const;
      return { result: undefined, audit };
    }
    if (!(await findKey(tx, organizationId, apiKeyId))) throw notFound('api key');
    return { result: undefined, audit: [] };
  });
  scope.access.changed();
}
