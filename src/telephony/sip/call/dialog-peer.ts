import { ownBytes } from '../base/own-bytes.ts';
import { isBehindNat } from '../base/private-address.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { defaultPort, endpointOf, type Target } from '../base/target.ts';
import { type Endpoint, isReliable, TransportFailure } from '../base/transport.ts';
import {
  afterRequest,
  afterResponse,
  type Dialog,
  type DialogRequest,
  isInOrder,
  requestInDialog,
} from '../dialog/dialog.ts';
import { answerToChallenge } from '../message/challenge.ts';
import type { Credentials } from '../message/digest.ts';
import { newBranch } from '../message/identifiers.ts';
import type { SipMessage, SipRequest, SipResponse } from '../message/message.ts';
import { type Body, type HeaderList, type OutgoingRequest, serializeRequest } from '../message/serialize.ts';
import type { Uri } from '../syntax/index.ts';
import { splitList } from '../syntax/index.ts';
import { type CallStack, dialogHeaders, locate } from './call-stack.ts';

export interface DialogPeerOptions {
  /** The flow of the dialog, and where requests go when the peer's Contact or route cannot be resolved. */
  fallback: Endpoint;
  /** Where else the peer is reached: tried last. */
  home?: Target | null | undefined;
  /** What a 401 or 407 to a request of ours is answered with. */
  credentials?: Credentials | undefined;
}

/** Where a request goes, in the order in which to try. */
export type Places = readonly [Endpoint, ...Endpoint[]];

/** What a request of ours carries beyond what its dialog says. */
export interface RequestExtra {
  headers?: HeaderList;
  body?: Body | null;
}

/**
 * What came of a request: its final response, or null when none came; `isUnsent`: because it reached nobody, which says
 * nothing of the peer.
 */
export type PeerAnswer = (response: SipResponse | null, isUnsent: boolean) => void;

/** Sent again at another place though it may have arrived at the first: a second one changes nothing. */
const repeatable: ReadonlySet<string> = new Set(['BYE', 'UPDATE']);

/**
 * The other side of a dialog: its state (RFC 3261 §12), and how a request within it is made, reaches it, and is
 * repeated with credentials where it is challenged.
 */
export class DialogPeer {
  readonly #stack: CallStack;
  readonly #options: DialogPeerOptions;
  #dialog: Dialog;
  /** Where the peer was heard from last. */
  #flow: Endpoint;
  #home: Target | null;
  #credentials: Credentials | undefined;
  /** The methods that the peer said it takes; null until it said. */
  #allowed: ReadonlySet<string> | null = null;
  /** The last ACK to a 2xx, to be repeated with it. */
  #ack: { cseq: number; bytes: Buffer; to: Endpoint } | null = null;

  constructor(stack: CallStack, dialog: Dialog, options: DialogPeerOptions) {
    this.#stack = stack;
    this.#dialog = dialog;
    this.#options = options;
    this.#flow = options.fallback;
    this.#home = options.home ?? null;
    this.#credentials = options.credentials;
  }

  /** The dialog is established anew by a response: an early one becomes confirmed (§13.2.2.4). */
  set dialog(dialog: Dialog) {
    const localCseq = Math.max(dialog.localCseq, this.#dialog.localCseq);
    this.#dialog = { ...dialog, localCseq, remoteCseq: this.#dialog.remoteCseq };
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  get flow(): Endpoint {
    return this.#flow;
  }

  set home(home: Target) {
    this.#home = home;
  }

  get home(): Target | null {
    return this.#home;
  }

  set credentials(credentials: Credentials | undefined) {
    this.#credentials = credentials;
  }

  get credentials(): Credentials | undefined {
    return this.#credentials;
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
    this.#hear(request.topVia.source);
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
    const retry = answerToChallenge(request, response, this.#credentials, challenges);
    if (!retry) return null;
    this.#dialog = { ...this.#dialog, localCseq: this.#dialog.localCseq + 1 };
    return { ...retry, cseq: this.#dialog.localCseq };
  }

  /** The header fields of every message that makes or refreshes the dialog. */
  headers(): HeaderList {
    const isSips = this.#dialog.remoteTarget.scheme === 'sips';
    return dialogHeaders(this.#stack, { transport: this.#options.fallback.transport, isSips });
  }

  /**
   * Finds the places of a hop, in the order in which to try, at least one; a peer behind a NAT is where it was heard from,
   * whatever its Contact says, and behind a port that is forwarded once its connection is gone.
   */
  reach(hop: Uri, done: (places: Places) => void): void {
    const flow = this.#flow;
    const { address, transport = 'udp' } = flow;
    const forwarded: Endpoint = { address, port: hop.port ?? defaultPort(transport), transport };
    const isThere = this.#stack.transports.leadsTo(flow);
    if (!isBehindNat(hop.host, address)) {
      locate(this.#stack, hop, flow, (found) => this.#withHome(found, isThere ? flow : forwarded, done));
    } else if (isThere) this.#withHome([flow], flow, done);
    else this.#withHome([forwarded], forwarded, done);
  }

  /** Sends a request that is no INVITE. */
  request(method: string, extra: RequestExtra, done: PeerAnswer): void {
    const { request, nextHop } = this.make(method, extra);
    this.reach(nextHop, (places) => this.#send(request, places, 0, done));
  }

  /** §18.2.2: a stream that the peer uses now is the one that it is reached by. */
  #hear(source: Endpoint | undefined): void {
    const { address, transport } = this.#flow;
    const isSame = source?.address === address && source.transport === transport;
    if (source && isSame && isReliable(source)) this.#flow = source;
  }

  /** Only a stream tells that nobody was reached, so that another place may be tried. */
  #withHome(places: readonly Endpoint[], fallback: Endpoint, done: (places: Places) => void): void {
    const [first = fallback, ...others] = places;
    const home = this.#home;
    if (!isReliable(first) || !home) {
      done(isReliable(first) ? [first, ...others] : [first]);
      return;
    }
    this.#stack.locate({ ...home, transport: home.transport ?? null }, (found) =>
      done([first, ...others, ...found.slice(0, 1).map(endpointOf)]),
    );
  }

  /** Acknowledges a 2xx to `invite`: with its credentials, along the route set (§13.2.2.4). */
  acknowledge(invite: OutgoingRequest, sent: () => void = () => {}): void {
    const headers = invite.headers.filter(([name]) => name.endsWith('Authorization'));
    const { wire } = this.#stack;
    const ack = requestInDialog(this.#dialog, 'ACK', invite.cseq, invite.sentBy, { headers });
    const bytesTo = (to: Endpoint): Buffer =>
      ownBytes(serializeRequest({ ...ack.request, ...wire.viaTo(to) }));
    const flow = this.#flow;
    this.#ack = { cseq: invite.cseq, bytes: bytesTo(flow), to: flow };
    const sendTo = (to: Endpoint, others: readonly Endpoint[]): void => {
      const bytes = bytesTo(to);
      this.#ack = { cseq: invite.cseq, bytes, to };
      wire.send(bytes, to, () => {
        const [next, ...rest] = others;
        if (next) sendTo(next, rest);
      });
    };
    this.reach(ack.nextHop, ([to, ...others]) => {
      sendTo(to, others);
      sent();
    });
  }

  /** A 2xx that came again gets its ACK again; false when it was never acknowledged. */
  acknowledgeAgain(cseq: number): boolean {
    if (this.#ack?.cseq !== cseq) return false;
    this.#stack.wire.resend(this.#ack.bytes, this.#ack.to);
    return true;
  }

  #send(request: OutgoingRequest, [to, ...others]: Places, challenges: number, done: PeerAnswer): void {
    const elsewhere = (error: TransportFailure): void => {
      const [next, ...rest] = others;
      if (!next || (error.sent && !repeatable.has(request.method))) done(null, !error.sent);
      else this.#send({ ...request, branch: newBranch() }, [next, ...rest], challenges, done);
    };
    this.#stack.transactions.sendRequest(request, to, {
      onResponse: (response) => {
        if (response.status < 200) return;
        const retry = this.retry(request, response, challenges);
        if (retry) this.#send(retry, [to, ...others], challenges + 1, done);
        else done(response, false);
      },
      onTimeout: () => {
        if (!isReliable(to) || !repeatable.has(request.method)) return done(null, false);
        // What is written to a connection whose other end is lost arrives nowhere, and nobody says so.
        this.#stack.transports.giveUp(to, transactionTimeoutMs);
        elsewhere(new TransportFailure('no response', true));
      },
      onTransportError: elsewhere,
      onTerminated: () => {},
    });
  }
}
