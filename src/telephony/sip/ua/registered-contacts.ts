import { headerOf, type SipRequest } from '../message/message.ts';
import { type NameAddr, parseNameAddr } from '../message/name-addr.ts';
import { splitList, unquote } from '../syntax/index.ts';
import type { RegisteredContact } from './device-registry.ts';

/**
 * The time for which a device registers. A NAT forgets a UDP flow soon, and a process that is started again learns of
 * devices by their next REGISTER only, so a device gets at most `maxSeconds`, whatever it asks for.
 */
export const expiresBounds = { minSeconds: 60, maxSeconds: 120, streamMaxSeconds: 300 } as const;

const contactsMax = 4;
const uriMax = 512;

/**
 * Returns the contacts of a REGISTER with their times (RFC 3261 §10.2.1.1): `all` for `Contact: *`, which removes every
 * binding; none for a query. `too-brief`: one asks for less than the least time.
 */
export function contactsOf(
  request: SipRequest,
  isStream: boolean,
): RegisteredContact[] | 'all' | 'malformed' | 'too-brief' {
  const values = (request.headers.get('contact') ?? []).flatMap((value) => splitList(value) ?? ['']);
  const maxSeconds = isStream ? expiresBounds.streamMaxSeconds : expiresBounds.maxSeconds;
  const general = headerOf(request, 'expires');
  if (values.includes('*')) return values.length === 1 && general?.trim() === '0' ? 'all' : 'malformed';
  if (values.length > contactsMax) return 'malformed';
  const found: RegisteredContact[] = [];
  for (const value of values) {
    const contact = parseNameAddr(value);
    if (!contact || !isReachable(contact)) return 'malformed';
    const asked = secondsIn(contact.params.get('expires') ?? general) ?? maxSeconds;
    if (asked > 0 && asked < expiresBounds.minSeconds) return 'too-brief';
    const expiresSeconds = Math.min(asked, maxSeconds);
    found.push({ key: keyOf(contact), uri: contact.uri.text, expiresSeconds });
  }
  return found;
}

function isReachable({ uri }: NameAddr): boolean {
  return (uri.scheme === 'sip' || uri.scheme === 'sips') && uri.host !== '' && uri.text.length <= uriMax;
}

/** RFC 5626 §4.1: a device that comes back under another address keeps its instance, and its number of the flow. */
function keyOf({ uri, params }: NameAddr): string {
  const instance = unquote(params.get('+sip.instance') ?? '');
  const key = instance === '' ? uri.text : `${instance} ${params.get('reg-id') ?? ''}`;
  return key.slice(0, uriMax);
}

/** RFC 3261 §20.19: a malformed value counts as one hour. */
function secondsIn(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : 3600;
}
