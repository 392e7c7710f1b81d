import { type CallStack, dialogHeaders, locate } from './call-stack.ts';
import { answerToChallenge } from './challenge.ts';
import {
  afterRequest,
  afterResponse,
  type Dialog,
  type DialogRequest,
  isInOrder,
  requestInDialog,
} from './dialog.ts';
import type { Credentials } from './digest.ts';
import type { SipMessage, SipRequest, SipResponse } from './message.ts';
import { isBehindNat } from './private-address.ts';
import { type Body, type HeaderList, type OutgoingRequest, serializeRequest } from './serialize.ts';
import type { Uri } from './syntax/index.ts';
import { splitList } from './syntax/index.ts';
import type { Endpoint } from './transport.ts';

export interface DialogPeerOptions {
  /** The flow of the dialog, and where requests go when the peer's Contact or route cannot be resolved. */
  fallback: Endpoint;
  /** What a 401 or 407 to a request of ours is answered with. */
  credentials?: Credentials | undefined;
}

/** What a request of ours carries beyond what its dialog says. */
export interface RequestExtra {
  headers?: HeaderList;
  body?: Body | null;
}

/**
 * The other side of a dialog: its state (RFC 3261 §12), and how a request within it is made, reaches it, and is
 * repeated with credentials where it is challenged.
 */
export class DialogPeer {
  readonly #stack: CallStack;
  readonly #options: DialogPeerOptions;
  #dialog: Dialog;
  /** The methods that the peer said it takes; null until it said. */
  #allowed: ReadonlySet<string> | null = null;
  /** The last ACK to a 2xx, to be repeated with it. */
  #ack: { cseq: number; bytes: Buffer; to: Endpoint } | null = null;

  constructor(stack: CallStack, dialog: Dialog, options: DialogPeerOptions) {
    this.#stack = stack;
    this.#dialog = dialog;
    this.#options = options;
  }

  /** The dialog is established anew by a response: an early one becomes confirmed (§13.2.2.4). */
  set dialog(dialog: Dialog) {
    const localCseq = Math.max(dialog.localCseq, this.#dialog.localCseq);
    this.#dialog = { ...dialog, localCseq, remoteCseq: this.#dialog.remoteCseq };
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  /** Whether the peer said that it takes the method; false while it said nothing. */
  allows(method: string): boolean {
    return this.#allowed?.has(method) ?? false;
  }

  /** Keeps what a message of the peer says of its abilities (§20.5). */
  learn(message: SipMessage): void {
    const values = message.headers.get('allow');
    if (values) this.#allowed = new Set(values.flatMap((value) => splitList(value) ?? []));
  }

  /** False for a request that was overtaken by a later one (§12.2.2); any other changes the dialog. */
  take(request: SipRequest): boolean {
    if (!isInOrder(this.#dialog, request)) return false;
    this.#dialog = afterRequest(this.#dialog, request);
    this.learn(request);
    return true;
  }

  /** A 2xx to an INVITE or UPDATE of ours may name another Contact (§12.2.1.2). */
  refreshedBy(response: SipResponse): void {
    this.#dialog = afterResponse(this.#dialog, response);
    this.learn(response);
  }

  /** A request with the next CSeq. */
  make(method: string, extra: RequestExtra): DialogRequest {
    this.#dialog = { ...this.#dialog, localCseq: this.#dialog.localCseq + 1 };
    const sentBy = this.#stack.transports.sentBy(this.#options.fallback.transport);
    return requestInDialog(this.#dialog, method, this.#dialog.localCseq, sentBy, extra);
  }

  /** The request to send after a challenge, with the next CSeq; null when there is nothing to answer with. */
  retry(request: OutgoingRequest, response: SipResponse, challenges: number): OutgoingRequest | null {
    const retry = answerToChallenge(request, response, this.#options.credentials, challenges);
    if (!retry) return null;
    this.#dialog = { ...this.#dialog, localCseq: this.#dialog.localCseq + 1 };
    return { ...retry, cseq: this.#dialog.localCseq };
  }

  /** The header fields of every message that makes or refreshes the dialog. */
  headers(): HeaderList {
    const isSips = this.#dialog.remoteTarget.scheme === 'sips';
    return dialogHeaders(this.#stack, { transport: this.#options.fallback.transport, isSips });
  }

  /** Finds the endpoint of a hop; a peer behind a NAT is where it was heard from, whatever its Contact says. */
  reach(hop: Uri, done: (to: Endpoint) => void): void {
    const { fallback } = this.#options;
    if (isBehindNat(hop.host, fallback.address)) done(fallback);
    else locate(this.#stack, hop, fallback, (found) => done(found ?? fallback));
  }

  /** Sends a request that is no INVITE; `done` gets its final response, or null when none came. */
  request(method: string, extra: RequestExtra, done: (response: SipResponse | null) => void): void {
    const { request, nextHop } = this.make(method, extra);
    this.reach(nextHop, (to) => this.#send(request, to, 0, done));
  }

  /** Acknowledges a 2xx to `invite`: with its credentials, along the route set (§13.2.2.4). */
  acknowledge(invite: OutgoingRequest, sent: () => void = () => {}): void {
    const headers = invite.headers.filter(([name]) => name.endsWith('Authorization'));
    const { wire } = this.#stack;
    const ack = requestInDialog(this.#dialog, 'ACK', invite.cseq, invite.sentBy, { headers });
    const bytesTo = (to: Endpoint): Buffer => serializeRequest({ ...ack.request, ...wire.viaTo(to) });
    const { fallback } = this.#options;
    this.#ack = { cseq: invite.cseq, bytes: bytesTo(fallback), to: fallback };
    this.reach(ack.nextHop, (to) => {
      const bytes = bytesTo(to);
      this.#ack = { cseq: invite.cseq, bytes, to };
      wire.send(bytes, to);
      sent();
    });
  }

  /** A 2xx that came again gets its ACK again; false when it was never acknowledged. */
  acknowledgeAgain(cseq: number): boolean {
    if (this.#ack?.cseq !== cseq) return false;
    this.#stack.wire.resend(this.#ack.bytes, this.#ack.to);
    return true;
  }

  #send(
    request: OutgoingRequest,
    to: Endpoint,
    challenges: number,
    done: (response: SipResponse | null) => void,
  ): void {
    this.#stack.transactions.sendRequest(request, to, {
      onResponse: (response) => {
        if (response.status < 200) return;
        const retry = this.retry(request, response, challenges);
        if (retry) this.#send(retry, to, challenges + 1, done);
        else done(response);
      },
      onTimeout: () => done(null),
      onTransportError: () => done(null),
      onTerminated: () => {},
    });
  }
}
