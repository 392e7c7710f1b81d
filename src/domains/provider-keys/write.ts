import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { agentsWithoutKey } from '../agents/index.ts';
import { keyProblem } from './key-problem.ts';
import type { CreateProviderKey, ProviderKey } from './schemas.ts';
import { lastFourOf, sealKey } from './sealed-key.ts';
import { deleteProviderKeyRow, insertProviderKey, toProviderKey } from './store.ts';

/** Stores a sealed key. The newest key of a provider is used from the next call on. */
export async function createProviderKey(
  scope: Scope & { secret: SecretKey },
  input: CreateProviderKey,
): Promise<ProviderKey> {
  const { organizationId } = scope.actor;
  const { apiKey, ...shown } = input;
  const problem = keyProblem(input);
  if (problem !== null) throw invalid(problem.field, problem.message);
  const place = { organizationId, providerKeyId: newId('pkey') };
  const sealedKey = sealKey(scope.secret, place, apiKey);
  return change(scope, async (tx) => {
    const stored = await insertProviderKey(tx, {
      ...shown,
      ...place,
      sealedKey,
      lastFour: lastFourOf(input),
    });
    return {
      result: toProviderKey(stored),
      audit: { verb: 'created', type: 'provider_keys', id: place.providerKeyId, label: labelOf(stored) },
    };
  });
}

/** Returns the label of a key in the audit log. */
function labelOf({ provider, name }: Pick<ProviderKey, 'provider' | 'name'>): string {
  return name === null ? provider : `${provider}: ${name}`;
}

/** Maximum agents listed in the error. */
const usersShownMax = 5;

/**
 * Deletes a key; calls in progress keep it. Throws 409 while agents use it by name or provider and no other key would
 * do.
 */
export async function deleteProviderKey(scope: Scope, providerKeyId: string): Promise<void> {
  await change(scope, async (tx) => {
    const deleted = await deleteProviderKeyRow(tx, scope.actor.organizationId, providerKeyId);
    if (!deleted) throw notFound('provider key');
    const users = await agentsWithoutKey(tx, scope.actor.organizationId, deleted);
    if (users.length > 0) {
      const which = users
        .slice(0, usersShownMax)
        .map((id) => `agent ${id}`)
        .join(', ');
      throw conflict('provider_key.in_use', `The provider key is in use by ${which}. Add another one first.`);
    }
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'provider_keys', id: providerKeyId, label: labelOf(deleted) },
    };
  });
}
