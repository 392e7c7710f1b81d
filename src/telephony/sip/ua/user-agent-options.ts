import type { Log } from '../../../platform/kernel/index.ts';
import type { Endpoint } from '../base/transport.ts';
import type { IncomingCall, IncomingCallEvents } from '../call/incoming-call.ts';
import type { Penalty } from '../guard/penalty-box.ts';
import type { RateLimit } from '../guard/rate-limit.ts';
import type { SessionTimerSettings } from '../message/session-expires.ts';
import type { Locator } from '../resolution/locator.ts';
import type { DeviceRegistry } from './device-registry.ts';

/** Decides about peers and their calls; implemented by the layer above. */
export interface SipDelegate {
  /**
   * Returns whether this address may start a dialog. Called for every request outside a dialog, before any
   * state exists, so it must be cheap and synchronous. When it returns false, an INVITE gets a stateless 403
   * and any other request no response.
   */
  admits(source: Endpoint, method: string): boolean;
  /**
   * Resolves when {@link admits} may return another result for an INVITE of an address that was not admitted;
   * `null` otherwise.
   */
  recheck?(source: Endpoint): Promise<void> | null;
  /**
   * Returns whether a new call would be taken now, or could wait. When it returns false, an OPTIONS gets 503 (RFC 3261 §11.2), so that
   * a proxy sends its calls elsewhere. Default: always.
   */
  isAvailable?(): boolean;
  /** Keeps the devices that register with us. Without it, REGISTER is no method of ours. */
  devices?: DeviceRegistry;
  /**
   * Receives a new call, which already got its 100; it must be accepted or rejected. Returns the receiver of
   * its events.
   */
  onInvite(call: IncomingCall): IncomingCallEvents;
}

export interface UserAgentOptions {
  log: Log;
  delegate: SipDelegate;
  /** Resolves names of peers; a new one by default. */
  locator?: Locator;
  /** The longest wait for the ACK of our 2xx; 64*T1, 32 s. */
  acknowledgedByMs?: number;
  /**
   * Calls that may wait for their answer and its ACK; beyond that, a source with its even share gets 503.
   * 500.
   */
  maxPendingInvites?: number;
  /** Messages of one address outside its calls: 1,000 a second, bursts of 2,000. */
  rateLimit?: RateLimit;
  /**
   * When a repeatedly rejected address gets no more responses: after 20 rejections in a minute, for ten
   * minutes.
   */
  penalty?: Penalty;
  /** The session interval; 1,800 s, and at least 90 s. */
  sessionTimer?: SessionTimerSettings;
}
