import { isToken, parseParams, splitList } from '../syntax/index.ts';
import { newBranch } from './identifiers.ts';
import { headerOf, type SipMessage, type SipRequest, type SipResponse } from './message.ts';
import type { HeaderList, OutgoingRequest } from './serialize.ts';

/** How long a session stands without a refresh (RFC 4028). */
export interface SessionTimerSettings {
  /** What we ask for, in seconds. */
  expiresSeconds: number;
  /** The shortest interval that we let a peer set, in seconds; the RFC's own least is 90. */
  minSeconds: number;
}

export const defaultSessionTimer: SessionTimerSettings = { expiresSeconds: 1800, minSeconds: 90 };

/** What both sides agreed on. */
export interface SessionInterval {
  seconds: number;
  /** Who sends the refreshes. */
  refresher: 'us' | 'peer';
  /** Whether the peer keeps time as well: else nothing expires, and we refresh only to see that it is there. */
  isShared: boolean;
}

/** Timers of the platform overflow beyond some weeks; no call is longer. */
const secondsMax = 86_400;
/** RFC 4028 §5: what is assumed of a message without Min-SE. */
const defaultMinSeconds = 90;

/** A Session-Expires header; null where there is none, or none that can be read. */
function sessionExpiresOf(message: SipMessage): { seconds: number; refresher: 'uac' | 'uas' | null } | null {
  const text = headerOf(message, 'session-expires');
  const value = /^[ \t]*([0-9]{1,10})[ \t]*/.exec(text ?? '');
  if (text === null || !value) return null;
  const refresher = parseParams(text, value[0].length)?.get('refresher')?.toLowerCase();
  const seconds = Math.min(Number(value[1]), secondsMax);
  return { seconds, refresher: refresher === 'uac' || refresher === 'uas' ? refresher : null };
}

/** The Min-SE of a message in seconds. */
function minSecondsOf(message: SipMessage): number {
  const value = /^[ \t]*([0-9]{1,10})/.exec(headerOf(message, 'min-se') ?? '');
  return Math.min(value ? Number(value[1]) : defaultMinSeconds, secondsMax);
}

/** The option tags of a header such as Supported and Require, in lower case. */
export function optionTags(message: SipMessage, header: string): string[] {
  const values = message.headers.get(header) ?? [];
  return values
    .flatMap((value) => splitList(value) ?? [])
    .filter(isToken)
    .map((tag) => tag.toLowerCase());
}

/** §9: 422 for an interval too short for us, from a peer that can ask for a longer one; the Min-SE to answer with. */
export function intervalTooSmall(request: SipRequest, settings: SessionTimerSettings): HeaderList | null {
  const asked = sessionExpiresOf(request);
  if (!asked || asked.seconds >= settings.minSeconds) return null;
  const understands = optionTags(request, 'supported').includes('timer');
  return understands ? [['Min-SE', String(settings.minSeconds)]] : null;
}

/** §9: the interval that our 2xx to a peer's INVITE or UPDATE sets, and the headers that say so. */
export function intervalForRequest(
  request: SipRequest,
  settings: SessionTimerSettings,
): { interval: SessionInterval; headers: HeaderList } {
  const asked = sessionExpiresOf(request);
  const isShared = [...optionTags(request, 'supported'), ...optionTags(request, 'require')].includes('timer');
  const wanted = Math.min(asked?.seconds ?? secondsMax, settings.expiresSeconds);
  // §9: it may be lowered, yet not below what any element on the path named, and never raised above what was asked.
  const least = Math.min(minSecondsOf(request), asked?.seconds ?? secondsMax);
  const seconds = Math.max(wanted, least);
  const byPeer = isShared && asked?.refresher === 'uac';
  const headers: [string, string][] = [['Session-Expires', `${seconds};refresher=${byPeer ? 'uac' : 'uas'}`]];
  if (byPeer) headers.push(['Require', 'timer']);
  // An interval of no length, from a proxy before a peer that keeps no time, is no reason to flood it.
  const paced = Math.max(seconds, settings.minSeconds);
  return { interval: { seconds: paced, refresher: byPeer ? 'peer' : 'us', isShared }, headers };
}

/** §7.2: the interval that a 2xx to our INVITE or UPDATE sets. */
export function intervalOfResponse(response: SipResponse, settings: SessionTimerSettings): SessionInterval {
  const set = sessionExpiresOf(response);
  if (!set) return { seconds: settings.expiresSeconds, refresher: 'us', isShared: false };
  // A peer must not lower it below our Min-SE; one that does is not followed into a flood of refreshes.
  const seconds = Math.max(set.seconds, settings.minSeconds);
  return { seconds, refresher: set.refresher === 'uas' ? 'peer' : 'us', isShared: true };
}

/** The headers by which a request of ours asks for an interval, and keeps the refresher that there is (§7.4). */
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

/** §7.3: the settings after a 422, which names the least interval that the path takes; null when that is no more than asked. */
export function raisedBy(response: SipResponse, settings: SessionTimerSettings): SessionTimerSettings | null {
  const least = minSecondsOf(response);
  if (response.status !== 422 || least <= settings.minSeconds) return null;
  return { minSeconds: least, expiresSeconds: Math.max(least, settings.expiresSeconds) };
}

/** The INVITE to send after a 422: the next CSeq and the interval that `settings` name. */
export function withInterval(request: OutgoingRequest, settings: SessionTimerSettings): OutgoingRequest {
  const rest = request.headers.filter(([name]) => name !== 'Session-Expires' && name !== 'Min-SE');
  const headers = [...rest, ...intervalHeaders(settings, null)];
  return { ...request, branch: newBranch(), cseq: request.cseq + 1, headers };
}
