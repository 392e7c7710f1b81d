import { fairTimeout } from '../../../platform/kernel/index.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { contentTypeOf, headerOf, type SipRequest, type SipResponse } from '../message/message.ts';
import { type Replaces, renderReferTo } from '../message/replaces.ts';
import { parseUri } from '../syntax/index.ts';
import { type CallStack, notify } from './call-stack.ts';
import type { DialogPeer } from './dialog-peer.ts';
import { endsDialog } from './session-changes.ts';

/** Where the peer is asked to call (RFC 3515). */
export interface OutgoingRefer {
  /** A sip, sips or tel URI. */
  target: string;
  /** Who asks, as a URI (RFC 3892). */
  referredBy?: string | undefined;
  /** The call of ours that the new one is to take the place of: an attended transfer (RFC 5589 §7). */
  replaces?: Replaces | undefined;
}

/**
 * What became of a transfer. `succeeded`: the target answered; `failed`: it did not, with the status that the peer
 * tells; `refused`: the peer did not take the request (null: it said nothing); `unknown`: it took it and never said.
 */
export type ReferResult =
  | { kind: 'succeeded'; status: number }
  | { kind: 'failed'; status: number; reason: string }
  | { kind: 'refused'; status: number | null; reason: string }
  | { kind: 'unknown'; reason: string };

/** `onEnd` comes once, and nothing after it. */
export interface ReferEvents {
  /** The peer takes the request (202). */
  onAccepted?(): void;
  /** What the peer hears of its call to the target, such as 180. */
  onProgress?(status: number, reason: string): void;
  onEnd(result: ReferResult): void;
}

/** A subscription without an end of its own, and the longest that is waited for one (RFC 6665 §4.1.2.4). */
const subscriptionDefaultMs = 60_000;
const subscriptionMaxMs = 300_000;

/** A transfer that we ask for: one REFER and the NOTIFYs that tell how it goes. */
export class OutgoingReferral {
  readonly #stack: CallStack;
  readonly #events: ReferEvents;
  readonly #onLost: (reason: string) => void;
  #isOver = false;
  #stopTimer: () => void = () => {};

  /** Throws a TypeError, before anything is sent, when a part cannot stand in a message. */
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
    if (!parseUri(refer.target)) throw new TypeError('the target of a transfer is no URI');
    const headers: [string, string][] = [['Refer-To', renderReferTo(refer.target, refer.replaces ?? null)]];
    if (refer.referredBy !== undefined) {
      if (!parseUri(refer.referredBy)) throw new TypeError('referredBy is no URI');
      headers.push(['Referred-By', `<${refer.referredBy}>`]);
    }
    peer.request('REFER', { headers: [...peer.headers(), ...headers] }, (response) =>
      this.#answered(response),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** A NOTIFY of the subscription that our REFER made (RFC 3515 §2.4.4). */
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
    if (isLast) this.end({ kind: 'unknown', reason: 'the peer stopped telling' });
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
      // RFC 6665 §4.1.2.4, timer N: a subscription without a first NOTIFY is none.
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
    const giveUp = () => this.end({ kind: 'unknown', reason: 'the peer never told how the transfer ended' });
    this.#stopTimer = fairTimeout(ms, giveUp, this.#stack.wire.scheduler);
  }
}

/** The status line in a body of message/sipfrag (RFC 3420); null where there is none. */
function statusOf(request: SipRequest): { status: number; reason: string } | null {
  if (contentTypeOf(request) !== 'message/sipfrag') return null;
  const line = /^SIP\/2\.0 ([1-6][0-9]{2})(?: ([^\u0000-\u001f\u007f]{0,200}))?/.exec(
    request.body.toString('utf8'),
  );
  return line && { status: Number(line[1]), reason: line[2] ?? '' };
}

/** How long a subscription of this state lives without another NOTIFY. */
function expiryMs(state: string): number {
  const seconds = /;[ \t]*expires[ \t]*=[ \t]*([0-9]{1,10})/.exec(state)?.[1];
  return seconds === undefined
    ? subscriptionDefaultMs
    : Math.min(Math.max(Number(seconds), 1) * 1000, subscriptionMaxMs);
}
