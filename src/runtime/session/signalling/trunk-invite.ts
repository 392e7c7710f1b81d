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

/** Whom to call over what. `target` is where the trunk's host led to. */
interface CallOverTrunk {
  organizationId: string;
  trunk: Omit<DialableTrunk, 'downReason'>;
  target: LocatedTarget;
  /** E.164. */
  from: string;
  to: string;
}

/** The URI of a number at a trunk. */
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

/** Throws when the trunk's stored password cannot be opened. */
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
 * What challenges within a call that stands are answered with; `trunk` is null where it is not there any more. The call
 * goes on without credentials where the stored password cannot be opened.
 */
export function credentialsWithin(
  { secret, log }: Pick<CallEnvironment, 'secret' | 'log'>,
  trunk: SealedCredentials | null,
): TrunkInvite['credentials'] {
  try {
    return (trunk && trunkCredentials(secret, trunk)) ?? undefined;
  } catch (error) {
    log.warn({ err: error, trunkId: trunk?.trunkId }, 'the password of a trunk cannot be opened');
    return undefined;
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
