import {
  type Params,
  parseParams,
  parseUri,
  quote,
  skipBlanks,
  skipQuoted,
  type Uri,
  unquote,
} from '../syntax/index.ts';

/** The value of From, To, Contact, Route, P-Asserted-Identity and similar headers (RFC 3261 §20.10). */
export interface NameAddr {
  /** The value as received, which responses must copy. */
  text: string;
  displayName: string | null;
  uri: Uri;
  params: Params;
}

/** Parses `"Name" <uri>;params`, `<uri>;params` or `uri;params`; `null` for any other text. */
export function parseNameAddr(text: string): NameAddr | null {
  let at = skipBlanks(text, 0);
  let displayName: string | null = null;
  if (text[at] === '"') {
    const end = skipQuoted(text, at);
    if (end < 0) return null;
    displayName = unquote(text.slice(at, end));
    at = skipBlanks(text, end);
    if (text[at] !== '<') return null;
  }
  const open = text.indexOf('<', at);
  if (open < 0) return bareAddr(text, at);
  const close = text.indexOf('>', open);
  if (close < 0) return null;
  const name = text.slice(at, open).trim();
  if (name.includes('"')) return null;
  const uri = parseUri(text.slice(open + 1, close).trim());
  const params = parseParams(text, close + 1);
  if (!uri || !params) return null;
  return { text, displayName: displayName ?? (name === '' ? null : name), uri, params };
}

/** §20.10: without angle brackets, parameters belong to the header and not to the URI. */
function bareAddr(text: string, at: number): NameAddr | null {
  const semicolon = text.indexOf(';', at);
  const uri = parseUri((semicolon < 0 ? text.slice(at) : text.slice(at, semicolon)).trim());
  const params = semicolon < 0 ? new Map<string, string | null>() : parseParams(text, semicolon);
  return uri && params ? { text, displayName: null, uri, params } : null;
}

/** Returns the tag of a From or To; `null` when it has none. */
export function tagOf(address: NameAddr): string | null {
  return address.params.get('tag') ?? null;
}

/** Renders an address header for our URI, with the quoted display name and the tag when given. */
export function renderNameAddr(uri: string, displayName: string | null, tag: string | null): string {
  const name = displayName === null || displayName === '' ? '' : `${quote(displayName)} `;
  return `${name}<${uri}>${tag === null ? '' : `;tag=${tag}`}`;
}
