import { type SealedCredentials, trunkCredentials } from '../../../domains/trunks/index.ts';
import type { LocatedTarget, SipUserAgent } from '../../../telephony/sip/index.ts';
import type { DialableTrunk } from '../../dialer/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';

type Invite = Parameters<SipUserAgent['invite']>[0];

/** The parts of an INVITE that its trunk and the two numbers decide. */
type TrunkInvite = Pick<
  Invite,
  'requestUri' | 'toUri' | 'fromUri' | 'assertedIdentity' | 'target' | 'credentials'
>;

/** A number to call over a trunk. `target` is an address of the trunk's host. */
interface CallOverTrunk {
  organizationId: string;
  trunk: Omit<DialableTrunk, 'downReason'>;
  target: LocatedTarget;
  /** E.164. */
  from: string;
  to: string;
}

/** Returns the SIP URI of a number at a trunk. */
export function uriAtTrunk(
  number: string,
  trunk: Pick<DialableTrunk, 'host' | 'port' | 'transport'>,
): string {
  const { transport } = trunk;
  const isUsual = trunk.port === null || trunk.port === (transport === 'tls' ? 5061 : 5060);
  const port = isUsual ? '' : `:${trunk.port}`;
  const parameter = transport === 'udp' ? '' : `;transport=${transport}`;
  return `sip:${number}@${bracketed(trunk.host)}${port}${parameter}`;
}

/** Returns the trunk's parts of an INVITE. Throws when the trunk's stored password cannot be opened. */
export function inviteOverTrunk(
  { secret, publicAddress }: Pick<CallEnvironment, 'secret' | 'publicAddress'>,
  { organizationId, trunk, target, from, to }: CallOverTrunk,
): TrunkInvite {
  const credentials = trunkCredentials(secret, { ...trunk, organizationId });
  const requestUri = uriAtTrunk(to, trunk);
  const fromUri = `sip:${from}@${bracketed(publicAddress)}`;
  return {
    requestUri,
    toUri: requestUri,
    fromUri,
    assertedIdentity: fromUri,
    target,
    ...(credentials ? { credentials } : {}),
  };
}

/**
 * Returns the credentials for challenges within a call. `trunk` is `null` when it was deleted. When the stored password
 * cannot be opened, the call goes on without credentials.
 */
export function credentialsWithin(
  { secret, log }: Pick<CallEnvironment, 'secret' | 'log'>,
  trunk: SealedCredentials | null,
): TrunkInvite['credentials'] {
  try {
    return (trunk && trunkCredentials(secret, trunk)) ?? undefined;
  } catch (error) {
    log.warn(
      { err: error, trunkId: trunk?.trunkId },
      "a trunk's password cannot be opened with this installation's key; save it again",
    );
    return undefined;
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
