import { type SealedCredentials, trunkCredentials } from '../../../domains/trunks/index.ts';
import type { HeaderList, IncomingCall, LocatedTarget, SipUserAgent } from '../../../telephony/sip/index.ts';
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
  const isDefaultPort = trunk.port === null || trunk.port === (transport === 'tls' ? 5061 : 5060);
  const port = isDefaultPort ? '' : `:${trunk.port}`;
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

/** Limits of the X- headers of an outbound call. */
const headersMax = 20;
const valueCharactersMax = 256;
const nameCharactersMax = 64;
const nameWordsMax = 16;

/**
 * Returns the X- headers of an outbound call from its variables: `sipXCustomerName` becomes `X-Customer-Name`. Only texts
 * and numbers become headers. Values that a header cannot carry are left out.
 */
export function headersOfVariables(variables: Readonly<Record<string, unknown>>): HeaderList {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (!isOfHeader(name)) continue;
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value);
    if (text.length > valueCharactersMax || /\p{Cc}/u.test(text) || headers.length >= headersMax) continue;
    headers.push([name.slice('sip'.length).replace(/(?!^)(?=[A-Z])/g, '-'), text]);
  }
  return headers;
}

/** Returns whether a variable becomes a header. Takes linear time, because clients choose the names of variables. */
function isOfHeader(name: string): boolean {
  if (name.length > nameCharactersMax || !/^sipX[A-Z0-9][A-Za-z0-9]*$/.test(name)) return false;
  return name.slice('sipX'.length).replace(/[^A-Z]/g, '').length <= nameWordsMax;
}

/** Returns the variables of an inbound call: its X- headers, and `divertedFrom` when it was diverted to us. */
export function variablesOfCall(
  call: Pick<IncomingCall, 'extensionHeaders' | 'divertedFrom'>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of call.extensionHeaders()) variables[variableOfHeader(name)] ??= value;
  const from = call.divertedFrom?.uri;
  if (from) variables.divertedFrom = (from.user ?? from.text).slice(0, valueCharactersMax);
  return variables;
}

/** Returns the variable of an X- header: `X-Customer-Name` is `sipXCustomerName`. The peer's case does not matter. */
export function variableOfHeader(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return `sip${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`;
}
