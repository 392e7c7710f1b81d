import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { Endpoint } from '../base/transport.ts';
import { dialogOfUac } from '../dialog/dialog.ts';
import { readStoredDialog, type StoredDialog } from '../dialog/stored-dialog.ts';
import type { ReadInvite } from '../dialog/stored-invite.ts';
import type { Credentials } from '../message/digest.ts';
import type { SipResponse } from '../message/message.ts';
import { tagOf } from '../message/name-addr.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { cancelOf } from '../message/serialize.ts';
import type { CallStack } from './call-stack.ts';
import { DialogPeer } from './dialog-peer.ts';

/**
 * The certain result of an INVITE whose process died: it was `answered` and hung up, or its final response is
 * a failure (487 when our CANCEL reached it).
 */
export type ReclaimedOutcome = { kind: 'answered' } | { kind: 'refused'; code: number; reason: string };

/** The most branches of a forked INVITE that are hung up. */
const forksMax = 16;

/**
 * Cancels the unanswered INVITE of a process that died (RFC 3261 §9.1) without sending it again. For 64*T1 a
 * failure is acknowledged, and every 2xx is acknowledged and hung up (§13.2.2.4).
 */
export class ReclaimedInvite {
  readonly #stack: CallStack;
  readonly #request: OutgoingRequest;
  readonly #fromTag: string;
  readonly #early: StoredDialog | null;
  readonly #peer: Endpoint;
  /** Answers a challenge of our BYE. */
  readonly #credentials: Credentials | undefined;
  readonly #settled = Promise.withResolvers<ReclaimedOutcome | null>();
  /** By To tag. */
  readonly #answered = new Map<string, DialogPeer>();

  constructor(stack: CallStack, stored: ReadInvite, credentials: Credentials | undefined) {
    this.#stack = stack;
    this.#request = stored.request;
    this.#fromTag = stored.fromTag;
    this.#early = stored.early;
    this.#peer = stored.peer;
    this.#credentials = credentials;
  }

  /**
   * Resolves with a result that is certain within that time, or else with `null`. Later responses are still
   * handled.
   */
  cancel(withinMs: number): Promise<ReclaimedOutcome | null> {
    const { transactions, wire } = this.#stack;
    const stop = fairTimeout(withinMs, () => this.#giveUp(), wire.scheduler);
    transactions.resumeInvite(this.#request, this.#peer, {
      onResponse: (response) => this.#receive(response),
      onTimeout: () => {},
      onTransportError: () => {},
      onTerminated: () => this.#settled.resolve(null),
    });
    transactions.sendCancel(cancelOf(this.#request), this.#peer);
    void this.#settled.promise.then(stop);
    return this.#settled.promise;
  }

  /**
   * §15: a peer whose 2xx the dead process acknowledged sends no more responses to the INVITE; a BYE ends its
   * call.
   */
  #giveUp(): void {
    const early = readStoredDialog(this.#early);
    if (early && this.#answered.size === 0) {
      const { dialog, peer: fallback, home } = early;
      const credentials = this.#credentials;
      new DialogPeer(this.#stack, dialog, { fallback, home, credentials }).request('BYE', {}, () => {});
    }
    this.#settled.resolve(null);
  }

  #receive(response: SipResponse): void {
    const { status: code, reason } = response;
    if (code >= 300) this.#settled.resolve({ kind: 'refused', code, reason });
    else if (code >= 200) this.#hangUp(response);
  }

  #hangUp(response: SipResponse): void {
    const toTag = tagOf(response.to) ?? '';
    if (this.#answered.get(toTag)?.acknowledgeAgain(this.#request.cseq)) return;
    if (this.#answered.size >= forksMax) return;
    const dialog = dialogOfUac(this.#request, this.#fromTag, response);
    const options = { fallback: this.#peer, credentials: this.#credentials };
    const peer = new DialogPeer(this.#stack, dialog, options);
    this.#answered.set(toTag, peer);
    peer.acknowledge(this.#request, () => peer.request('BYE', {}, () => {}));
    this.#settled.resolve({ kind: 'answered' });
  }
}
