import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { SipRequest, SipResponse } from '../message/message.ts';
import type { HeaderList } from '../message/serialize.ts';
import {
  intervalForRequest,
  intervalHeaders,
  intervalOfResponse,
  raisedBy,
  type SessionInterval,
  type SessionTimerSettings,
} from '../message/session-expires.ts';

/** Callbacks to the dialog. */
interface SessionTimerCallbacks {
  /** Sends a refresh. Its result arrives by {@link SessionTimer.accepted} or {@link SessionTimer.refused}. */
  refresh(): void;
  onExpired(): void;
}

/**
 * The session timer of one call (RFC 4028). Refreshes the session at half of the interval when we are the
 * refresher. Reports expiry when no refresh succeeded by the end of the interval.
 */
export class SessionTimer {
  readonly #scheduler: Scheduler;
  readonly #callbacks: SessionTimerCallbacks;
  #settings: SessionTimerSettings;
  #interval: SessionInterval | null = null;
  #stopRefresh: () => void = () => {};
  #stopExpiry: () => void = () => {};

  constructor(scheduler: Scheduler, settings: SessionTimerSettings, callbacks: SessionTimerCallbacks) {
    this.#scheduler = scheduler;
    this.#settings = settings;
    this.#callbacks = callbacks;
  }

  /** The agreed interval; `null` for none. */
  get interval(): SessionInterval | null {
    return this.#interval;
  }

  /** Restarts the interval that another process agreed on. */
  resume(interval: SessionInterval): void {
    this.#start(interval);
  }

  /** Returns the timer headers of our INVITE or UPDATE: the present interval and refresher (§7.4). */
  requestHeaders(): HeaderList {
    const { expiresSeconds, minSeconds } = this.#settings;
    const agreed = this.#interval?.isShared ? this.#interval.seconds : expiresSeconds;
    const asked = { minSeconds, expiresSeconds: Math.max(agreed, minSeconds) };
    return intervalHeaders(asked, this.#interval?.refresher ?? null);
  }

  /** Returns the timer headers of our 2xx to the peer's INVITE or UPDATE, and restarts the interval. */
  answer(request: SipRequest): HeaderList {
    const { interval, headers } = intervalForRequest(request, this.#settings);
    this.#start(interval);
    return headers;
  }

  /** Restarts the interval by a 2xx to our INVITE or UPDATE. */
  accepted(response: SipResponse): void {
    this.#start(intervalOfResponse(response, this.#settings));
  }

  /** Returns true when a 422 asks for a longer interval, which later requests use. */
  raise(response: SipResponse): boolean {
    const raised = raisedBy(response, this.#settings);
    if (raised) this.#settings = raised;
    return raised !== null;
  }

  /**
   * A live peer rejected a refresh. With a shared timer the refresh is repeated until the interval ends.
   * Without one, the rejection itself shows that the peer is alive.
   */
  refused(): void {
    const interval = this.#interval;
    if (!interval) return;
    if (!interval.isShared) this.#start(interval);
    else this.#refreshAfter(interval.seconds / 8);
  }

  stop(): void {
    this.#stopRefresh();
    this.#stopExpiry();
    this.#interval = null;
  }

  #start(interval: SessionInterval): void {
    this.stop();
    this.#interval = interval;
    const { seconds, refresher, isShared } = interval;
    if (refresher === 'us') this.#refreshAfter(seconds / 2);
    if (!isShared) return;
    // §10: slightly before the end, by a third of the interval but at most 32 s.
    const endSeconds = seconds - Math.min(32, seconds / 3);
    const expire = (): void => {
      this.stop();
      this.#callbacks.onExpired();
    };
    this.#stopExpiry = fairTimeout(endSeconds * 1000, expire, this.#scheduler);
  }

  #refreshAfter(seconds: number): void {
    this.#stopRefresh();
    this.#stopRefresh = this.#scheduler.after(seconds * 1000, () => this.#callbacks.refresh());
  }
}
