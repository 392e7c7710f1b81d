import { createHmac } from 'node:crypto';
import type { SecretKey } from '../../../platform/access/index.ts';

/** The key of a trunk. */
export interface TrunkName {
  organizationId: string;
  trunkId: string;
}

/** A number of a trunk that registers, with the host of its registrar. */
export interface RegisteredNumber extends TrunkName {
  phoneNumber: string;
  host: string;
}

/** The registrations of this process. */
export interface RegisteredTrunks {
  /** Returns the trunk whose Contact has this line, or `null`. */
  ofLine(line: string): TrunkName | null;
  /** Returns whether the trunk's registrar accepted us. */
  isRegistered(trunk: TrunkName): boolean;
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

/**
 * Returns the number that a call to one of our contacts is for, or `null` when it is ambiguous. `numbers` are those whose
 * trunks have the called user name and admit the source. The line decides when the registrar returned it. Otherwise only
 * registered trunks count, first those of the host that the call is addressed to.
 */
export function numberOfContact(
  numbers: readonly RegisteredNumber[],
  called: { line: string | null; toHost: string },
  registered: RegisteredTrunks,
): RegisteredNumber | null {
  const byLine = called.line === null ? null : registered.ofLine(called.line);
  const ours = byLine
    ? numbers.filter((it) => it.organizationId === byLine.organizationId && it.trunkId === byLine.trunkId)
    : numbers.filter((it) => registered.isRegistered(it));
  const atHost = ours.filter(({ host }) => host.toLowerCase() === called.toHost.toLowerCase());
  const [first, ...others] = atHost.length > 0 ? atHost : ours;
  return first && others.length === 0 ? first : null;
}
