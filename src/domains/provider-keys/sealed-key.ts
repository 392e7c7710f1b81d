import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';

/** A stored key and what it belongs to. */
interface Place {
  organizationId: string;
  providerKeyId: string;
}

/** Shorter keys are not shown in part: too much of them would be. */
const lengthToShow = 16;

/** Encrypts the key for its one place: copied into another row it cannot be opened. */
export function sealKey(secret: SecretKey, place: Place, apiKey: string | null): Buffer | null {
  return apiKey === null ? null : secret.seal(apiKey, placeOf(place));
}

/** Throws when the stored text was altered, moved, or sealed with another secret key. */
export function openKey(secret: SecretKey, place: Place & { sealedKey: Buffer | null }): string | null {
  return place.sealedKey === null ? null : secret.open(place.sealedKey, placeOf(place));
}

/** What may be shown of a key, so that people can tell theirs apart. */
export function lastFourOf(apiKey: string | null): string | null {
  return apiKey === null || apiKey.length < lengthToShow ? null : apiKey.slice(-4);
}

/** Where keys are, for a rotation of the key that seals them. */
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
