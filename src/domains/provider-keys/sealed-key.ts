import { isServiceAccount } from '../../conversation/providers/catalog.ts';
import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';

/** A stored key's row, which the key is bound to. */
interface Place {
  organizationId: string;
  providerKeyId: string;
}

/** Keys shorter than this are not shown in part. */
const lengthToShow = 16;

/** Encrypts the key for its row. Copied into another row, it cannot be opened. */
export function sealKey(secret: SecretKey, place: Place, apiKey: string | null): Buffer | null {
  return apiKey === null ? null : secret.seal(apiKey, placeOf(place));
}

/** Decrypts the key. Throws when it was altered, moved, or sealed with another secret key. */
export function openKey(secret: SecretKey, place: Place & { sealedKey: Buffer | null }): string | null {
  return place.sealedKey === null ? null : secret.open(place.sealedKey, placeOf(place));
}

/**
 * Returns the last characters of a key, so that people can tell keys apart. `null` for a short key and for a service account,
 * whose JSON ends like any other.
 */
export function lastFourOf({ provider, apiKey }: { provider: string; apiKey: string | null }): string | null {
  if (apiKey === null || apiKey.length < lengthToShow || isServiceAccount(provider, apiKey)) return null;
  return apiKey.slice(-4);
}

/** The columns that hold sealed keys, for key rotation. */
export const sealedProviderKeyColumns: readonly ResealedColumn[] = [
  {
    table: 'provider_keys',
    column: 'sealed_key',
    key: ['organization_id', 'provider_key_id'],
    again: (value, row, reseal) =>
      reseal(
        value as Buffer,
        placeOf({ organizationId: row.organization_id!, providerKeyId: row.provider_key_id! }),
      ),
  },
];

function placeOf({ organizationId, providerKeyId }: Place): string {
  return `provider-key:${organizationId}:${providerKeyId}`;
}
