import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';
import { invalid } from '../../platform/kernel/index.ts';

/** A trunk's sealed password with the row it is bound to. */
export interface SealedCredentials {
  organizationId: string;
  trunkId: string;
  username: string | null;
  sealedPassword: Buffer | null;
}

/** Encrypts the password for its row. Copied into another row, it cannot be opened. */
export function sealPassword(
  secret: SecretKey,
  trunk: { organizationId: string; trunkId: string },
  password: string | null,
): Buffer | null {
  return password === null ? null : secret.seal(password, placeOf(trunk));
}

/**
 * Returns the credentials for the carrier's challenge, or null when no password is stored. Pass them on and never log
 * them. Throws when the stored value was altered or sealed with another secret key.
 */
export function trunkCredentials(
  secret: SecretKey,
  trunk: SealedCredentials,
): { username: string; password: string } | null {
  const { username, sealedPassword } = trunk;
  if (username === null || sealedPassword === null) return null;
  return { username, password: secret.open(sealedPassword, placeOf(trunk)) };
}

/** Throws when a password has no user name, or a registration lacks credentials. */
export function checkCredentials(trunk: {
  username: string | null;
  hasPassword: boolean;
  register: boolean;
}): void {
  const { username, hasPassword, register } = trunk;
  if (hasPassword && username === null) {
    throw invalid('username', 'is required with a password. Remove the password with null');
  }
  if (register && username === null) throw invalid('username', 'is required to register');
  if (register && !hasPassword) throw invalid('password', 'is required to register');
}

/** The column that holds passwords, for key rotation. */
export const sealedTrunkColumns: readonly ResealedColumn[] = [
  {
    table: 'trunks',
    column: 'sealed_password',
    key: ['organization_id', 'trunk_id'],
    again: (value, row, reseal) =>
      reseal(value as Buffer, placeOf({ organizationId: row.organization_id!, trunkId: row.trunk_id! })),
  },
];

function placeOf({ organizationId, trunkId }: { organizationId: string; trunkId: string }): string {
  return `trunk:${organizationId}:${trunkId}`;
}
