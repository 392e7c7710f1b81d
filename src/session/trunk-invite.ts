import type { DialableTrunk } from '../dialer/index.ts';
import type { SipUserAgent } from '../sip/index.ts';
import { trunkCredentials } from '../trunks/index.ts';
import type { CallEnvironment } from './call-environment.ts';

type Invite = Parameters<SipUserAgent['invite']>[0];

/** The parts of an INVITE that its trunk and the two numbers decide. */
export type TrunkInvite = Pick<
  Invite,
  'requestUri' | 'toUri' | 'fromUri' | 'assertedIdentity' | 'target' | 'credentials'
>;

/** Whom to call over what. `address` is what the trunk's host resolved to. */
export interface CallOverTrunk {
  organizationId: string;
  trunk: Omit<DialableTrunk, 'downReason'> & { address: string };
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
  const port = trunk.port === (transport === 'tls' ? 5061 : 5060) ? '' : `:${trunk.port}`;
  const parameter = transport === 'udp' ? '' : `;transport=${transport}`;
  return `sip:${number}@${bracketed(trunk.host)}${port}${parameter}`;
}

/** Throws when the trunk's stored password cannot be opened. */
export function inviteOverTrunk(
  { secret, publicAddress }: Pick<CallEnvironment, 'secret' | 'publicAddress'>,
  { organizationId, trunk, from, to }: CallOverTrunk,
): TrunkInvite {
  const credentials = trunkCredentials(secret, { ...trunk, organizationId });
  const requestUri = uriAtTrunk(to, trunk);
  const fromUri = `sip:${from}@${bracketed(publicAddress)}`;
  const { port, transport, host: serverName } = trunk;
  return {
    requestUri,
    toUri: requestUri,
    fromUri,
    assertedIdentity: fromUri,
    target: { host: trunk.address, port, transport, serverName },
    ...(credentials ? { credentials } : {}),
  };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
