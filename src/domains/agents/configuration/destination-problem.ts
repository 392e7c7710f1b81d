import { dialability, hostProblem, neverDialable } from '../../../platform/kernel/index.ts';
import { parseUri } from '../../../telephony/sip/syntax/index.ts';

/** What keeps a text from being a number that a call can ever be put through to, in words; null: nothing. */
export function phoneProblem(text: string): string | null {
  if (!/^\+[1-9]\d{1,14}$/.test(text)) return 'must be E.164, such as +15551234567';
  const never = neverDialable(dialability(text, []));
  return never === null ? null : `is no number that can be called. ${never}`;
}

/** What keeps a text from being a SIP URI that a call can be put through to, whoever it names; null: nothing. */
export function sipUriProblem(text: string): string | null {
  const uri = parseUri(text);
  if (uri?.user == null || !/^sips?$/.test(uri.scheme)) {
    return 'must be a SIP URI, such as sip:sales@example.com';
  }
  const host = hostProblem(uri.host.replaceAll(/^\[|\]$/g, ''));
  if (host !== null) return `has a host that ${host}`;
  // What stands behind a question mark would become headers of the request (RFC 3261 §19.1.1).
  if (text.includes('?', text.indexOf('@'))) return 'must not carry headers (the part from ?)';
  return null;
}
