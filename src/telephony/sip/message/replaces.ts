import { isToken, parseParams } from '../syntax/index.ts';

/** The dialog that a new call replaces (RFC 3891), as its other end sees it. */
export interface Replaces {
  callId: string;
  /** The tag of the side that receives the INVITE. */
  toTag: string;
  fromTag: string;
  /** Replaces the call only while it is unanswered. */
  earlyOnly: boolean;
}

/** Parses a Replaces header; `null` when it is malformed. */
export function parseReplaces(value: string): Replaces | null {
  const semicolon = value.indexOf(';');
  const callId = (semicolon < 0 ? value : value.slice(0, semicolon)).trim();
  const params = semicolon < 0 ? null : parseParams(value, semicolon);
  const [toTag, fromTag] = [params?.get('to-tag'), params?.get('from-tag')];
  if (!params || !/^[!-~]{1,256}$/.test(callId) || !toTag || !fromTag) return null;
  return { callId, toTag, fromTag, earlyOnly: params.has('early-only') };
}

/** Renders a Replaces header. */
export function renderReplaces({ callId, toTag, fromTag, earlyOnly }: Replaces): string {
  return `${callId};to-tag=${toTag};from-tag=${fromTag}${earlyOnly ? ';early-only' : ''}`;
}

/**
 * Renders a Refer-To value (RFC 3515 §2.1), with Replaces in the URI for an attended transfer (RFC 5589 §7).
 * Throws a TypeError for a malformed URI or tag.
 */
export function renderReferTo(target: string, replaces: Replaces | null): string {
  if (/[<>"\s]/.test(target)) throw new TypeError('the target of a transfer is not a URI');
  if (!replaces) return `<${target}>`;
  if (![replaces.toTag, replaces.fromTag].every(isToken))
    throw new TypeError('the tags of Replaces are not tokens');
  const joint = target.includes('?') ? '&' : '?';
  return `<${target}${joint}Replaces=${encodeURIComponent(renderReplaces(replaces))}>`;
}

/**
 * Splits a Refer-To URI into its target without headers and its Replaces header; `null` when that is
 * malformed.
 */
export function splitReferTarget(uri: string): { target: string; replaces: Replaces | null } | null {
  const question = uri.indexOf('?');
  if (question < 0) return { target: uri, replaces: null };
  const target = uri.slice(0, question);
  for (const header of uri.slice(question + 1).split('&')) {
    const [name = '', value = ''] = header.split('=', 2);
    if (name.toLowerCase() !== 'replaces') continue;
    try {
      const replaces = parseReplaces(decodeURIComponent(value));
      return replaces && { target, replaces };
    } catch {
      return null;
    }
  }
  return { target, replaces: null };
}
