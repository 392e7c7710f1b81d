import { isToken, parseParams, splitList } from '../syntax/index.ts';
import { newBranch } from './identifiers.ts';
import { headerOf, type SipMessage, type SipRequest, type SipResponse } from './message.ts';
import type { HeaderList, OutgoingRequest } from './serialize.ts';

/** The interval within which a session must be refreshed (RFC 4028). */
export interface SessionTimerSettings {
  /** The interval that we ask for, in seconds. */
  expiresSeconds: number;
  /** The shortest interval that we accept, in seconds; RFC 4028 requires at least 90. */
  minSeconds: number;
}

export const defaultSessionTimer: SessionTimerSettings = { expiresSeconds: 1800, minSeconds: 90 };

/** The interval that both sides agreed on. */
export interface SessionInterval {
  seconds: number;
  /** The side that sends refreshes. */
  refresher: 'us' | 'peer';
  /**
   * Whether the peer supports session timers. Otherwise nothing expires, and our refreshes only check that
   * the peer is alive.
   */
  isShared: boolean;
}

/** setTimeout overflows beyond some weeks; no call lasts longer than a day. */
const secondsMax = 86_400;
/** RFC 4028 §5: the Min-SE of a message without one. */
const defaultMinSeconds = 90;

/** Parses Session-Expires; `null` when it is absent or malformed. */
function sessionExpiresOf(message: SipMessage): { seconds: number; refresher: 'uac' | 'uas' | null } | null {
  const text = headerOf(message, 'session-expires');
  const value = /^[ \t]*([0-9]{1,10})[ \t]*/.exec(text ?? '');
  if (text === null || !value) return null;
  const refresher = parseParams(text, value[0].length)?.get('refresher')?.toLowerCase();
  const seconds = Math.min(Number(value[1]), secondsMax);
  return { seconds, refresher: refresher === 'uac' || refresher === 'uas' ? refresher : null };
}

/** Returns the Min-SE of a message in seconds. */
function minSecondsOf(message: SipMessage): number {
  const value = /^[ \t]*([0-9]{1,10})/.exec(headerOf(message, 'min-se') ?? '');
  return Math.min(value ? Number(value[1]) : defaultMinSeconds, secondsMax);
}

/** Returns the option tags of a header such as Supported and Require, in lower case. */
export function optionTags(message: SipMessage, header: string): string[] {
  const values = message.headers.get(header) ?? [];
  return values
    .flatMap((value) => splitList(value) ?? [])
    .filter(isToken)
    .map((tag) => tag.toLowerCase());
}

/**
 * Returns the Min-SE header of a 422 when the interval is too short for us and the peer supports timers (§9);
 * otherwise `null`.
 */
export function intervalTooSmall(request: SipRequest, settings: SessionTimerSettings): HeaderList | null {
  const asked = sessionExpiresOf(request);
  if (!asked || asked.seconds >= settings.minSeconds) return null;
  const understands = optionTags(request, 'supported').includes('timer');
  return understands ? [['Min-SE', String(settings.minSeconds)]] : null;
}

/** Returns the interval that our 2xx to the peer's INVITE or UPDATE sets, and its headers (§9). */
export function intervalForRequest(
  request: SipRequest,
  settings: SessionTimerSettings,
): { interval: SessionInterval; headers: HeaderList } {
  const asked = sessionExpiresOf(request);
  const isShared = [...optionTags(request, 'supported'), ...optionTags(request, 'require')].includes('timer');
  const wanted = Math.min(asked?.seconds ?? secondsMax, settings.expiresSeconds);
  // §9: we may lower the interval, but not below any Min-SE on the path, and never raise it above the
  // requested one.
  const least = Math.min(minSecondsOf(request), asked?.seconds ?? secondsMax);
  const seconds = Math.max(wanted, least);
  const byPeer = isShared && asked?.refresher === 'uac';
  const headers: [string, string][] = [['Session-Expires', `${seconds};refresher=${byPeer ? 'uac' : 'uas'}`]];
  if (byPeer) headers.push(['Require', 'timer']);
  // A proxy may set an interval of zero before a peer without timers; the floor avoids a flood of refreshes.
  const paced = Math.max(seconds, settings.minSeconds);
  return { interval: { seconds: paced, refresher: byPeer ? 'peer' : 'us', isShared }, headers };
}

/** Returns the interval that a 2xx to our INVITE or UPDATE sets (§7.2). */
export function intervalOfResponse(response: SipResponse, settings: SessionTimerSettings): SessionInterval {
  const set = sessionExpiresOf(response);
  if (!set) return { seconds: settings.expiresSeconds, refresher: 'us', isShared: false };
  // A peer must not set less than our Min-SE; the floor avoids a flood of refreshes.
  const seconds = Math.max(set.seconds, settings.minSeconds);
  return { seconds, refresher: set.refresher === 'uas' ? 'peer' : 'us', isShared: true };
}

/** Returns the headers by which our request asks for an interval and keeps the present refresher (§7.4). */
export function intervalHeaders(
  settings: SessionTimerSettings,
  refresher: SessionInterval['refresher'] | null,
): HeaderList {
  const role = { us: ';refresher=uac', peer: ';refresher=uas' };
  const headers: [string, string][] = [
    ['Session-Expires', `${settings.expiresSeconds}${refresher === null ? '' : role[refresher]}`],
  ];
  if (settings.minSeconds !== defaultMinSeconds) headers.push(['Min-SE', String(settings.minSeconds)]);
  return headers;
}

/**
 * Returns the settings after a 422 that names the shortest interval of the path (§7.3); `null` when that is
 * no longer than ours.
 */
export function raisedBy(response: SipResponse, settings: SessionTimerSettings): SessionTimerSettings | null {
  const least = minSecondsOf(response);
  if (response.status !== 422 || least <= settings.minSeconds) return null;
  return { minSeconds: least, expiresSeconds: Math.max(least, settings.expiresSeconds) };
}

/** Builds the INVITE to send after a 422: the next CSeq and the interval of `settings`. */
export function withInterval(request: OutgoingRequest, settings: SessionTimerSettings): OutgoingRequest {
  const rest = request.headers.filter(([name]) => name !== 'Session-Expires' && name !== 'Min-SE');
  const headers = [...rest, ...intervalHeaders(settings, null)];
  return { ...request, branch: newBranch(), cseq: request.cseq + 1, headers };
}
