import { headerOf, type SipRequest, sdpOf } from '../message/message.ts';
import { tagOf } from '../message/name-addr.ts';
import type { HeaderList } from '../message/serialize.ts';
import { intervalTooSmall, optionTags, type SessionTimerSettings } from '../message/session-expires.ts';
import { allowedMethods, supportedExtensions } from './call-stack.ts';

/** A rejection that follows from the headers alone. */
export interface Refusal {
  status: number;
  headers: HeaderList;
}

/**
 * Rejects a request that requires unsupported features (RFC 3261 §8.2.2.3, §8.2.3, RFC 4028 §9): an unknown
 * extension in Require, an offer other than a plain session description, or too short a session interval.
 * `null` when the request is acceptable.
 */
export function refuseDemands(request: SipRequest, timer: SessionTimerSettings): Refusal | null {
  const known: readonly string[] = supportedExtensions;
  const unknown = optionTags(request, 'require').filter((tag) => !known.includes(tag));
  if (unknown.length > 0) return { status: 420, headers: [['Unsupported', unknown.join(', ')]] };
  const carriesOffer = request.method === 'INVITE' || request.method === 'UPDATE';
  if (!carriesOffer) return null;
  const tooSmall = intervalTooSmall(request, timer);
  if (tooSmall) return { status: 422, headers: tooSmall };
  if (request.body.length === 0) return null;
  const encoding = (headerOf(request, 'content-encoding') ?? 'identity').toLowerCase();
  if (encoding === 'identity' && sdpOf(request) !== null) return null;
  return { status: 415, headers: [['Accept', 'application/sdp, multipart/mixed']] };
}

/** Known but unsupported methods (RFC 3261 §10, RFC 3428, RFC 3903, RFC 6665). */
const otherMethods: readonly string[] = ['REGISTER', 'MESSAGE', 'PUBLISH', 'SUBSCRIBE'];

/** Returns 405 for an unsupported method (RFC 3261 §8.2.1), 501 for an unknown one (§21.5.2), or `null`. */
export function refuseMethod(method: string): Refusal | null {
  if ((allowedMethods as readonly string[]).includes(method)) return null;
  if (!otherMethods.includes(method)) return { status: 501, headers: [] };
  return { status: 405, headers: [['Allow', allowedMethods.join(', ')]] };
}

/**
 * Returns whether the sender of an INVITE accepts a session description in the response (§8.2.3, §21.4.6).
 */
function acceptsSdp(request: SipRequest): boolean {
  const accepted = (request.headers.get('accept') ?? []).join(',').toLowerCase();
  if (accepted.trim() === '') return true;
  const ranges = accepted.split(',').map((range) => range.split(';', 1)[0]!.replaceAll(/[ \t]/g, ''));
  return ranges.some((range) => ['application/sdp', 'application/*', '*/*', '*'].includes(range));
}

/**
 * Rejects a request outside any dialog by the checks of RFC 3261 §8.2, in that order; `null` when it passes.
 */
export function refuseOutside(
  request: SipRequest,
  isMerged: boolean,
  timer: SessionTimerSettings,
): Refusal | null {
  const { method } = request;
  const ofMethod = refuseMethod(method);
  if (ofMethod) return ofMethod;
  // §12.2.2: a To tag names a dialog, which does not exist. The same applies to CANCEL and its INVITE (§9.2).
  const needsDialog = method !== 'INVITE' && method !== 'OPTIONS';
  if (tagOf(request.to) !== null || needsDialog) return { status: 481, headers: [] };
  if (!['sip', 'sips', 'tel'].includes(request.uri.scheme)) return { status: 416, headers: [] };
  // §8.2.2.2: the same request arrived on two paths.
  if (isMerged) return { status: 482, headers: [] };
  if (method === 'INVITE' && !acceptsSdp(request)) return { status: 406, headers: [] };
  return refuseDemands(request, timer);
}
