import type { Log } from '../../../platform/kernel/index.ts';
import type { Endpoint } from '../base/transport.ts';
import type { IncomingCall, IncomingCallEvents } from '../call/incoming-call.ts';
import type { Penalty } from '../guard/penalty-box.ts';
import type { RateLimit } from '../guard/rate-limit.ts';
import type { SessionTimerSettings } from '../message/session-expires.ts';
import type { Locator } from '../resolution/locator.ts';

/** Who decides about what reaches the user agent; the layer above implements it. */
export interface SipDelegate {
  /**
   * Whether this address may start anything. Asked before any state exists, for every request outside a dialog;
   * cheap and synchronous. False: an INVITE gets a stateless 403, everything else silence.
   */
  admits(source: Endpoint, method: string): boolean;
  /**
   * Asked for an INVITE of an address that is not admitted: resolves when it is worth asking {@link admits} once more.
   * Null: it is not.
   */
  looksAgain?(source: Endpoint): Promise<void> | null;
  /** A new call, which has its 100 already; it must be accepted or rejected. Returns where its events go. */
  onInvite(call: IncomingCall): IncomingCallEvents;
}

export interface UserAgentOptions {
  log: Log;
  delegate: SipDelegate;
  /** What finds peers by their names; its own when left out. */
  locator?: Locator;
  /** How long our 2xx is repeated without an ACK before the call is given up; 64*T1, 32 s. */
  acknowledgedByMs?: number;
  /** How many calls may wait for their answer and its ACK at once; beyond, a source gets 503 that has its even share. 500. */
  maxPendingInvites?: number;
  /** What one address may send beside its calls: 1,000 datagrams a second, 2,000 at once. */
  rateLimit?: RateLimit;
  /** When an address that is refused again and again gets no answer any more: 20 times in a minute, for ten. */
  penalty?: Penalty;
  /** How long a session stands without a refresh; 1,800 s, and 90 s at least. */
  sessionTimer?: SessionTimerSettings;
}
