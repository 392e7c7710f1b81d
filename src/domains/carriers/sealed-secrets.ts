import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';

/** A connection's row, which its secrets are bound to. */
interface Place {
  organizationId: string;
  carrierConnectionId: string;
}

/** The secrets of a connection. Pass them on and never log them. */
export interface CarrierSecrets {
  /** The key of the vendor's API. */
  key: string;
  /** The password of the SIP user that is made at the vendor. */
  sipPassword: string;
}

/** Returns the end of a key by which people recognize it; null for a key that is too short. */
export function lastFourOf(key: string): string | null {
  return key.length < 16 ? null : key.slice(-4);
}

/** Encrypts the secrets for their row. Copied into another row, they cannot be opened. */
export function sealSecrets(secret: SecretKey, place: Place, secrets: CarrierSecrets): Buffer {
  return secret.seal(JSON.stringify(secrets), placeOf(place));
}

/** Decrypts the secrets. Throws when they were altered, moved, or sealed with another secret key. */
export function openSecrets(secret: SecretKey, stored: Place & { sealedSecrets: Buffer }): CarrierSecrets {
  return JSON.parse(secret.open(stored.sealedSecrets, placeOf(stored))) as CarrierSecrets;
}

/** The column that holds the secrets, for key rotation. */
export const sealedCarrierColumns: readonly ResealedColumn[] = [
  {
    table: 'carrier_connections',
    column: 'sealed_secrets',
    key: ['organization_id', 'carrier_connection_id'],
    again: (value, row, reseal) =>
      reseal(
        value as Buffer,
        placeOf({ organizationId: row.organization_id!, carrierConnectionId: row.carrier_connection_id! }),
      ),
  },
];

function placeOf({ organizationId, carrierConnectionId }: Place): string {
  return `carrier-connection:${organizationId}:${carrierConnectionId}`;
}
