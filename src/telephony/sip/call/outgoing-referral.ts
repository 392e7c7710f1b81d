import { fairTimeout } from '../../../platform/kernel/index.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { contentTypeOf, headerOf, type SipRequest, type SipResponse } from '../message/message.ts';
import { type Replaces, renderReferTo } from '../message/replaces.ts';
import { parseUri } from '../syntax/index.ts';
import { type CallStack, notify } from './call-stack.ts';
import type { DialogPeer } from './dialog-peer.ts';
import { endsDialog } from './session-changes.ts';

/** The transfer to ask the peer for (RFC 3515). */
export interface OutgoingRefer {
  /** A sip, sips or tel URI. */
  target: string;
  /** The referrer as a URI (RFC 3892). */
  referredBy?: string | undefined;
  /** Our call that the new one replaces: an attended transfer (RFC 5589 §7). */
  replaces?: Replaces | undefined;
}

/**
 * The result of a transfer. `succeeded`: the target answered. `failed`: it did not, with the status that the
 * peer reports. `refused`: the peer rejected the REFER (`null` without a response). `unknown`: the peer
 * accepted it and reported no result.
 */
export type ReferResult =
  | { kind: 'succeeded'; status: number }
  | { kind: 'failed'; status: number; reason: string }
  | { kind: 'refused'; status: number | null; reason: string }
  | { kind: 'unknown'; reason: string };

/** `onEnd` is called once and last. */
export interface ReferEvents {
  /** The peer accepted the REFER (202). */
  onAccepted?(): void;
  /** A provisional status of the peer's call to the target, such as 180. */
  onProgress?(status: number, reason: string): void;
  onEnd(result: ReferResult): void;
}

/** The expiry of a subscription without one, and the longest accepted (RFC 6665 §4.1.2.4). */
const subscriptionDefaultMs = 60_000;
const subscriptionMaxMs = 300_000;

/** A transfer that we ask for: one REFER and the NOTIFYs of its progress. */
export class OutgoingReferral {
  readonly #stack: CallStack;
  readonly #events: ReferEvents;
  readonly #onLost: (reason: string) => void;
  #isOver = false;
  #stopTimer: () => void = () => {};

  /** Throws a TypeError, before anything is sent, when a message cannot hold a part. */
  constructor(
    stack: CallStack,
    peer: DialogPeer,
    refer: OutgoingRefer,
    events: ReferEvents,
    onLost: (reason: string) => void,
  ) {
    this.#stack = stack;
    this.#events = events;
    this.#onLost = onLost;
    if (!parseUri(refer.target)) throw new TypeError('the target of a transfer is not a URI');
    const headers: [string, string][] = [['Refer-To', renderReferTo(refer.target, refer.replaces ?? null)]];
    if (refer.referredBy !== undefined) {
      if (!parseUri(refer.referredBy)) throw new TypeError('referredBy is not a URI');
      headers.push(['Referred-By', `<${refer.referredBy}>`]);
    }
    peer.request('REFER', { headers: [...peer.headers(), ...headers] }, (response) =>
      this.#answered(response),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Receives a NOTIFY of the subscription that our REFER created (RFC 3515 §2.4.4). */
  receive(request: SipRequest): void {
    const fragment = statusOf(request);
    const state = (headerOf(request, 'subscription-state') ?? '').toLowerCase();
    const isLast = state.startsWith('terminated');
    if (fragment && fragment.status >= 200) {
      const { status, reason } = fragment;
      this.end(status < 300 ? { kind: 'succeeded', status } : { kind: 'failed', status, reason });
      return;
    }
    if (fragment && fragment.status > 100) {
      notify(this.#stack.log, () => this.#events.onProgress?.(fragment.status, fragment.reason));
    }
    if (isLast) this.end({ kind: 'unknown', reason: 'the peer ended the subscription without a result' });
    else this.#expireAfter(expiryMs(state));
  }

  end(result: ReferResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    notify(this.#stack.log, () => this.#events.onEnd(result));
  }

  #answered(response: SipResponse | null): void {
    if (response && response.status < 300) {
      if (this.#isOver) return;
      notify(this.#stack.log, () => this.#events.onAccepted?.());
      // RFC 6665 §4.1.2.4, timer N: a subscription without a first NOTIFY does not exist.
      this.#expireAfter(transactionTimeoutMs);
      return;
    }
    const wasOver = this.#isOver;
    const { status = null, reason = 'no response' } = response ?? {};
    this.end({ kind: 'refused', status, reason });
    if (!wasOver && (!response || endsDialog(response))) this.#onLost('a transfer was not answered');
  }

  #expireAfter(ms: number): void {
    this.#stopTimer();
    if (this.#isOver) return;
    const giveUp = () =>
      this.end({ kind: 'unknown', reason: 'the peer never reported how the transfer ended' });
    this.#stopTimer = fairTimeout(ms, giveUp, this.#stack.wire.scheduler);
  }
}

/** Parses the status line in a body of message/sipfrag (RFC 3420); `null` without one. */
function statusOf(request: SipRequest): { status: number; reason: string } | null {
  if (contentTypeOf(request) !== 'message/sipfrag') return null;
  const line = /^SIP\/2\.0 ([1-6][0-9]{2})(?: ([^\u0000-\u001f\u007f]{0,200}))?/.exec(
    request.body.toString('utf8'),
  );
  return line && { status: Number(line[1]), reason: line[2] ?? '' };
}

/** Returns the time until a subscription in this state expires without another NOTIFY. */
function expiryMs(state: string): number {
  const seconds = /;[ \t]*expires[ \t]*=[ \t]*([0-9]{1,10})/.exec(state)?.[1];
  return seconds === undefined
    ? subscriptionDefaultMs
    : Math.min(Math.max(Number(seconds), 1) * 1000, subscriptionMaxMs);
}
