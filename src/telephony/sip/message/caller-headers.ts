import { splitList } from '../syntax/index.ts';
import type { Headers } from './message.ts';
import { type NameAddr, parseNameAddr } from './name-addr.ts';
import type { HeaderList } from './serialize.ts';

/** Limits of the extension headers that are passed on; a peer may send any number of any length. */
const extensionLimits = { headers: 20, nameCharacters: 64, valueCharacters: 256 } as const;

/**
 * Returns the first address of a list header such as P-Asserted-Identity (RFC 3325 §9.1); `null` when there
 * is none.
 */
export function firstAddress(values: readonly string[] | undefined): NameAddr | null {
  const first = values?.[0] === undefined ? undefined : splitList(values[0])?.[0];
  return first === undefined ? null : parseNameAddr(first);
}

/** Returns the Privacy values (RFC 3323 §4.2) in lower case; `id` asks to withhold the caller's number. */
export function privacyOf(headers: Headers): string[] {
  const values = (headers.get('privacy') ?? []).flatMap((value) => value.split(/[;,]/));
  return values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '');
}

/**
 * Returns the address that diverted the call to us: the latest Diversion entry, which comes first (RFC 5806
 * §4), or else the last History-Info entry but one, the target before the present one (RFC 7044). As
 * trustworthy as the peer.
 */
export function divertedFromOf(headers: Headers): NameAddr | null {
  const diversion = firstAddress(headers.get('diversion'));
  if (diversion) return diversion;
  const history = (headers.get('history-info') ?? []).flatMap((value) => splitList(value) ?? []);
  const before = history.at(-2);
  return before === undefined ? null : parseNameAddr(before);
}

/**
 * Returns the X- headers in the order of the wire, names in lower case, without values that are too long or
 * unprintable.
 */
export function extensionHeadersOf(headers: Headers): HeaderList {
  const found: [string, string][] = [];
  for (const [name, values] of headers) {
    if (!name.startsWith('x-') || name.length > extensionLimits.nameCharacters) continue;
    for (const value of values) {
      if (found.length >= extensionLimits.headers) return found;
      if (value.length <= extensionLimits.valueCharacters && /^[\P{Cc}\t]*$/u.test(value))
        found.push([name, value]);
    }
  }
  return found;
}
