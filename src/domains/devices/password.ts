import { randomInt } from 'node:crypto';
import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';

interface DeviceKey {
  organizationId: string;
  deviceId: string;
}

/** Letters and digits that look alike are left out, because people type these into telephones. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const usernameLength = 10;
const passwordLength = 24;

const random = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** The first letter of a user name says how its device proves the password. */
const firstLetters = { MD5: 'd', 'SHA-256': 's' } as const;
export type Digest = keyof typeof firstLetters;

/** Returns a new user name, which no two devices of an installation share. */
export const newUsername = (digest: Digest): string => `${firstLetters[digest]}${random(usernameLength - 1)}`;

/** Returns how the device of a user name proves the password, whether there is such a device or not. */
export const digestOf = (username: string): Digest =>
  username.startsWith(firstLetters['SHA-256']) ? 'SHA-256' : 'MD5';

/** Returns a new password of 118 bits. */
export const newPassword = (): string => random(passwordLength);

/**
 * Encrypts the password for its row. The digest of a REGISTER needs the password itself, because each algorithm hashes it in
 * its own way (RFC 8760).
 */
export function sealDevicePassword(secret: SecretKey, device: DeviceKey, password: string): Buffer {
  return secret.seal(password, placeOf(device));
}

/** Throws when the stored value was altered or sealed with another secret key. */
export function openDevicePassword(secret: SecretKey, device: DeviceKey, sealed: Buffer): string {
  return secret.open(sealed, placeOf(device));
}

/** The column that holds passwords, for key rotation. */
export const sealedDeviceColumns: readonly ResealedColumn[] = [
  {
    table: 'member_devices',
    column: 'sealed_password',
    key: ['organization_id', 'device_id'],
    again: (value, row, reseal) =>
      reseal(value as Buffer, placeOf({ organizationId: row.organization_id!, deviceId: row.device_id! })),
  },
];

function placeOf({ organizationId, deviceId }: DeviceKey): string {
  return `device:${organizationId}:${deviceId}`;
}
