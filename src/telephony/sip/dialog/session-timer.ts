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

/** What the timer has done by its dialog. */
interface SessionTimerTerms {
  /** Sends a refresh; what it brings comes back as {@link SessionTimer.accepted} or {@link SessionTimer.refused}. */
  refresh(): void;
  onExpired(): void;
}

/**
 * The session timer of one call (RFC 4028): refreshes the session at half of its interval where that is ours to do,
 * and has the call ended when no refresh succeeded by the end of it.
 */
export class SessionTimer {
  readonly #scheduler: Scheduler;
  readonly #terms: SessionTimerTerms;
  #settings: SessionTimerSettings;
  #interval: SessionInterval | null = null;
  #stopRefresh: () => void = () => {};
  #stopExpiry: () => void = () => {};

  constructor(scheduler: Scheduler, settings: SessionTimerSettings, terms: SessionTimerTerms) {
    this.#scheduler = scheduler;
    this.#settings = settings;
    this.#terms = terms;
  }

  /** What an INVITE or UPDATE of ours says of the timer: the interval and the refresher that there are (§7.4). */
  requestHeaders(): HeaderList {
    const { expiresSeconds, minSeconds } = this.#settings;
    const agreed = this.#interval?.isShared ? this.#interval.seconds : expiresSeconds;
    const asked = { minSeconds, expiresSeconds: Math.max(agreed, minSeconds) };
    return intervalHeaders(asked, this.#interval?.refresher ?? null);
  }

  /** The peer's INVITE or UPDATE gets a 2xx with these headers, which starts the interval anew. */
  answer(request: SipRequest): HeaderList {
    const { interval, headers } = intervalForRequest(request, this.#settings);
    this.#start(interval);
    return headers;
  }

  /** A 2xx to our INVITE or UPDATE starts the interval anew. */
  accepted(response: SipResponse): void {
    this.#start(intervalOfResponse(response, this.#settings));
  }

  /** True when a 422 asks for a longer interval, which further requests ask for. */
  raise(response: SipResponse): boolean {
    const raised = raisedBy(response, this.#settings);
    if (raised) this.#settings = raised;
    return raised !== null;
  }

  /**
   * A refresh was refused by a peer that is there. Where it keeps time, it is asked again until the interval ends;
   * one that keeps none has said by its refusal all that we want to know.
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
    // §10: slightly before the end, a third of the interval at most and 32 s at most.
    const endSeconds = seconds - Math.min(32, seconds / 3);
    const expire = (): void => {
      this.stop();
      this.#terms.onExpired();
    };
    this.#stopExpiry = fairTimeout(endSeconds * 1000, expire, this.#scheduler);
  }

  #refreshAfter(seconds: number): void {
    this.#stopRefresh();
    this.#stopRefresh = this.#scheduler.after(seconds * 1000, () => this.#terms.refresh());
  }
}
