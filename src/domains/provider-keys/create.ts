import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { invalid, newId } from '../../platform/kernel/index.ts';
import type { CreateProviderKey, ProviderKey } from './schemas.ts';
import { lastFourOf, sealKey } from './sealed-key.ts';
import { insertProviderKey, toProviderKey } from './store.ts';

/** Stores a key, sealed. A newer key of a provider takes the place of an older one in the next call. */
export async function createProviderKey(
  scope: Scope & { secret: SecretKey },
  input: CreateProviderKey,
): Promise<ProviderKey> {
  const { organizationId } = scope.actor;
  const { apiKey, ...shown } = input;
  if (apiKey === null && input.baseUrl === null) {
    throw invalid('apiKey', 'is required, unless baseUrl names a service that wants none');
  }
  const place = { organizationId, providerKeyId: newId('pkey') };
  const sealedKey = sealKey(scope.secret, place, apiKey);
  return change(scope, async (tx) => {
    const stored = await insertProviderKey(tx, {
      ...shown,
      ...place,
      sealedKey,
      lastFour: lastFourOf(apiKey),
    });
    return {
      result: toProviderKey(stored),
      audit: { verb: 'created', type: 'provider_keys', id: place.providerKeyId, label: labelOf(stored) },
    };
  });
}

/** What people know a key by. */
export function labelOf({ provider, name }: Pick<ProviderKey, 'provider' | 'name'>): string {
  return name === null ? provider : `${provider}: ${name}`;
}
