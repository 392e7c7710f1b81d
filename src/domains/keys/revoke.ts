import type { AccessState } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { refuseEscalation } from '../members/index.ts';
import { findKey, revokeKeyRow } from './store.ts';

/**
 * Revokes a key at once, which may do no more than the actor. For one that is revoked already there is nothing to do, and
 * nothing is audited.
 */
export async function revokeApiKey(scope: Scope & { access: AccessState }, apiKeyId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const key = await findKey(tx, organizationId, apiKeyId);
    if (!key) throw notFound('api key');
    refuseEscalation(scope.actor, key.scopes, 'can revoke only keys that may do no more than itself');
    const isRevokedNow = await revokeKeyRow(tx, organizationId, apiKeyId);
    const audit = { verb: 'deleted', type: 'api_keys', id: apiKeyId, label: key.name } as const;
    return { result: undefined, audit: isRevokedNow ? audit : [] };
  });
  scope.access.changed();
}
