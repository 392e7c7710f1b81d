import { createHmac } from 'node:crypto';
import type { SecretKey } from '../../../platform/access/index.ts';

/** A trunk, as what is registered of it is told apart. */
export interface TrunkName {
  organizationId: string;
  trunkId: string;
}

/** A number of a trunk that registers, and the host that the trunk registers at. */
export interface RegisteredNumber extends TrunkName {
  phoneNumber: string;
  host: string;
}

/** What is known of the trunks that this process keeps registered. */
export interface RegisteredTrunks {
  /** The trunk whose Contact says this; null: none. */
  ofLine(line: string): TrunkName | null;
  /** Whether its registrar has accepted us. */
  isRegistered(trunk: TrunkName): boolean;
}

/**
 * What the Contact of a trunk says beside its user name, so that the calls which its registrar sends us are known by the
 * registration and not by a name that anybody may give a trunk of his: nobody can guess it, and it stays the same, so
 * that a process that comes after renews the same binding.
 */
export function contactLine(
  secret: Pick<SecretKey, 'derive'>,
  { organizationId, trunkId }: TrunkName,
): string {
  const key = secret.derive('registered-contacts');
  return createHmac('sha256', key).update(`${organizationId} ${trunkId}`).digest('hex').slice(0, 24);
}

/**
 * The number that a call to a contact of ours is for, of those whose trunks have the called user name and let the caller
 * in; null: nobody can say. The line decides where the registrar gave it back. Without it only trunks count that are
 * registered, and those of the host that the call is addressed to before others; never between two organizations.
 */
export function numberOfContact(
  numbers: readonly RegisteredNumber[],
  called: { line: string | null; toHost: string },
  registered: RegisteredTrunks,
): string | null {
  const byLine = called.line === null ? null : registered.ofLine(called.line);
  const ours = byLine
    ? numbers.filter((it) => it.organizationId === byLine.organizationId && it.trunkId === byLine.trunkId)
    : numbers.filter((it) => registered.isRegistered(it));
  const atHost = ours.filter(({ host }) => host.toLowerCase() === called.toHost.toLowerCase());
  const [first, ...others] = atHost.length > 0 ? atHost : ours;
  return first && others.length === 0 ? first.phoneNumber : null;
}
