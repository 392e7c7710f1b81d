import { createHmac } from 'node:crypto';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { MonitoredTrunk } from './store.ts';

/** The key of a trunk. */
export interface TrunkName {
  organizationId: string;
  trunkId: string;
}

/** Returns the address of record of a trunk's user, escaped as a SIP URI demands (RFC 3261 §25.1). */
export function aorOf({ username, host }: MonitoredTrunk): string {
  const user = encodeURIComponent(username ?? '').replaceAll('%2B', '+');
  return `sip:${user}@${host.includes(':') ? `[${host}]` : host}`;
}

/**
 * Returns the `line` parameter of a trunk's Contact. Calls from its registrar are recognized by it, and not by a user name
 * that any organization may give its trunk. It cannot be guessed, and stays the same, so that the next process renews the
 * same binding.
 */
export function contactLine(
  secret: Pick<SecretKey, 'derive'>,
  { organizationId, trunkId }: TrunkName,
): string {
  const key = secret.derive('registered-contacts');
  return createHmac('sha256', key).update(`${organizationId} ${trunkId}`).digest('hex').slice(0, 24);
}

/** Returns whether two rows of a trunk have the same settings. */
export function isSame(one: MonitoredTrunk, other: MonitoredTrunk): boolean {
  const plain = ({ sealed_password, audio_problem: _, ...row }: MonitoredTrunk) =>
    JSON.stringify([row, sealed_password?.toString('base64')]);
  return plain(one) === plain(other);
}
