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
  /** The flow of the dialog, also used when the peer's Contact or route does not resolve. */
  fallback: Endpoint;
  /** Another target of the peer, tried last. */
  home?: Target | null | undefined;
  /** Answers a 401 or 407 to our requests. */
  credentials?: Credentials | undefined;
  /** Returns the flow over which a registered peer is reached now, once its flow before is closed; `null` when there is none. */
  flowNow?: (() => Endpoint | null) | undefined;
}

/** Destinations of a request in the order to try. */
export type Destinations = readonly [Endpoint, ...Endpoint[]];

/** Header fields and body in addition to those of the dialog. */
export interface RequestExtra {
  headers?: HeaderList;
  body?: Body | null;
}

/**
 * Called with the final response, or with `null` when none arrived. `isUnsent` means that the request reached
 * no peer, so that its absence proves nothing.
 */
export type PeerAnswer = (response: SipResponse | null, isUnsent: boolean) => void;

/** Headroom for requests of another process that this one does not know. */
const cseqAhead = 16;

/**
 * Methods that are sent to the next destination although they may have arrived: a repetition changes nothing.
 */
const repeatable: ReadonlySet<string> = new Set(['BYE', 'UPDATE']);

/**
 * The peer of a dialog: its state (RFC 3261 §12), and the requests within it, which are sent to its
 * destinations and retried with credentials when challenged.
 */
export class DialogPeer {
  readonly #stack: CallStack;
  readonly #options: DialogPeerOptions;
  #dialog: Dialog;
  /** The peer's last source. */
  #flow: Endpoint;
  #home: Target | null;
  #credentials: Credentials | undefined;
  /** The peer's Allow header; `null` until it sends one. */
  #allowed: ReadonlySet<string> | null = null;
  /** The last ACK to a 2xx, retransmitted with it. */
  #ack: { cseq: number; bytes: Buffer; to: Endpoint } | null = null;

  constructor(stack: CallStack, dialog: Dialog, options: DialogPeerOptions) {
    this.#stack = stack;
    this.#dialog = dialog;
    this.#options = options;
    this.#flow = options.fallback;
    this.#home = options.home ?? null;
    this.#credentials = options.credentials;
  }

  /**
   * Establishes the dialog again by a response, which turns an early dialog into a confirmed one (§13.2.2.4).
   */
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

  /** The methods of the peer's Allow header; `null` until it sends one. */
  get allowed(): readonly string[] | null {
    return this.#allowed && [...this.#allowed];
  }

  set allowed(methods: readonly string[] | null) {
    this.#allowed = methods && new Set(methods);
  }

  /** Whether another process reaches the peer as we do: by UDP, and not through a NAT that knows only our address. */
  get isReachedByOthers(): boolean {
    const hop = this.#dialog.routes[0]?.uri ?? this.#dialog.remoteTarget;
    return !isReliable(this.#flow) && !isBehindNat(hop.host, this.#flow.address);
  }

  /** Raises the CSeq of the next request above `cseq`, if another process has sent requests since ours. */
  raiseCseq(cseq: number): void {
    if (cseq <= this.#dialog.localCseq) return;
    this.#dialog = { ...this.#dialog, localCseq: cseq + cseqAhead };
  }

  /** Returns whether the peer's Allow header names the method; false without one. */
  allows(method: string): boolean {
    return this.#allowed?.has(method) ?? false;
  }

  /** Keeps the Allow header of the peer's message (§20.5). */
  learn(message: SipMessage): void {
    const values = message.headers.get('allow');
    if (values) this.#allowed = new Set(values.flatMap((value) => splitList(value) ?? []));
  }

  /** Updates the dialog by a request; false when a later request overtook it (§12.2.2). */
  take(request: SipRequest): boolean {
    if (!isInOrder(this.#dialog, request)) return false;
    this.#dialog = afterRequest(this.#dialog, request);
    this.learn(request);
    this.#hear(request.topVia.source);
    return true;
  }

  /** Updates the remote target by a 2xx to our INVITE or UPDATE (§12.2.1.2). */
  refreshedBy(response: SipResponse): void {
    this.#dialog = afterResponse(this.#dialog, response);
    this.learn(response);
  }

  /** Builds a request with the next CSeq. */
  make(method: string, extra: RequestExtra): DialogRequest {
    this.#dialog = { ...this.#dialog, localCseq: this.#dialog.localCseq + 1 };
    const sentBy = this.#stack.transports.sentBy(this.#options.fallback.transport);
    return requestInDialog(this.#dialog, method, this.#dialog.localCseq, sentBy, extra);
  }

  /** Returns the request to send after a challenge, with the next CSeq; `null` when it cannot be answered. */
  retry(request: OutgoingRequest, response: SipResponse, challenges: number): OutgoingRequest | null {
    const retry = answerToChallenge(request, response, this.#credentials, challenges);
    if (!retry) return null;
    this.#dialog = { ...this.#dialog, localCseq: this.#dialog.localCseq + 1 };
    return { ...retry, cseq: this.#dialog.localCseq };
  }

  /** Returns the header fields of every message that establishes or refreshes the dialog. */
  headers(): HeaderList {
    const isSips = this.#dialog.remoteTarget.scheme === 'sips';
    return dialogHeaders(this.#stack, { transport: this.#options.fallback.transport, isSips });
  }

  /**
   * Locates a hop, in the order to try, with at least one destination. A peer behind a NAT is at its source,
   * whatever its Contact names. After its connection closed, its Contact port is tried, which the NAT may
   * forward.
   */
  reach(hop: Uri, done: (destinations: Destinations) => void): void {
    const flow = this.#flow;
    const { address, transport = 'udp' } = flow;
    const forwarded: Endpoint = { address, port: hop.port ?? defaultPort(transport), transport };
    const isReachable = this.#stack.transports.canReach(flow);
    if (flow.isBound) done([this.#followed(flow)]);
    else if (!isBehindNat(hop.host, address)) {
      locate(this.#stack, hop, flow, (found) => this.#withHome(found, isReachable ? flow : forwarded, done));
    } else if (isReachable) this.#withHome([flow], flow, done);
    else this.#withHome([forwarded], forwarded, done);
  }

  /** Sends a request other than INVITE. */
  request(method: string, extra: RequestExtra, done: PeerAnswer): void {
    const { request, nextHop } = this.make(method, extra);
    this.reach(nextHop, (destinations) => this.#send(request, destinations, 0, done));
  }

  /** Returns the flow of a registered peer: the one of its latest registration when the one before is closed. */
  #followed(flow: Endpoint): Endpoint {
    const next = this.#stack.transports.canReach(flow) ? null : this.#options.flowNow?.();
    if (next) this.#flow = { ...next, isBound: true };
    return this.#flow;
  }

  /** §18.2.2: the connection that the peer uses now is the one to reach it by. */
  #hear(source: Endpoint | undefined): void {
    const { address, transport, isBound = false } = this.#flow;
    const isSame = source?.address === address && source.transport === transport;
    if (source && isSame && isReliable(source)) this.#flow = isBound ? { ...source, isBound } : source;
  }

  /** Only a stream transport reports that no peer was reached, so that another destination may be tried. */
  #withHome(
    endpoints: readonly Endpoint[],
    fallback: Endpoint,
    done: (destinations: Destinations) => void,
  ): void {
    const [first = fallback, ...others] = endpoints;
    const home = this.#home;
    if (!isReliable(first) || !home) {
      done(isReliable(first) ? [first, ...others] : [first]);
      return;
    }
    this.#stack.locate({ ...home, transport: home.transport ?? null }, (found) =>
      done([first, ...others, ...found.slice(0, 1).map(endpointOf)]),
    );
  }

  /** Acknowledges a 2xx to `invite` with its credentials, along the route set (§13.2.2.4). */
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

  /** Retransmits the ACK of a retransmitted 2xx; false when it was never acknowledged. */
  acknowledgeAgain(cseq: number): boolean {
    if (this.#ack?.cseq !== cseq) return false;
    this.#stack.wire.resend(this.#ack.bytes, this.#ack.to);
    return true;
  }

  #send(request: OutgoingRequest, [to, ...others]: Destinations, challenges: number, done: PeerAnswer): void {
    const tryNext = (error: TransportFailure): void => {
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
        // Bytes that are written to a connection with a lost other end arrive nowhere, without an error.
        this.#stack.transports.closeIfSilent(to, transactionTimeoutMs);
        tryNext(new TransportFailure('no response', true));
      },
      onTransportError: tryNext,
      onTerminated: () => {},
    });
  }
}
