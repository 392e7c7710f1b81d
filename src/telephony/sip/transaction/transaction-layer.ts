import type { Endpoint } from '../base/transport.ts';
import type { SipRequest, SipResponse } from '../message/message.ts';
import { tagOf } from '../message/name-addr.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { branchCookie } from '../message/via.ts';
import type { Wire } from '../transport/wire.ts';
import { CallIds } from './call-ids.ts';
import { ClientTransaction } from './client-transaction.ts';
import { type ClientTransactionEvents, InviteClientTransaction } from './invite-client-transaction.ts';
import type { InvitePermit } from './invite-permit.ts';
import { InviteServerTransaction, type ServerTransactionEvents } from './invite-server-transaction.ts';
import { ServerTransaction } from './server-transaction.ts';

/** Matches messages to the active transactions (RFC 3261 §17.1.3, §17.2.3). */
export class TransactionLayer {
  readonly #wire: Wire;
  readonly #callIds: CallIds;
  readonly #clients = new Map<string, InviteClientTransaction | ClientTransaction>();
  readonly #inviteServers = new Map<string, InviteServerTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  /** §8.2.2.2: From tag, Call-ID and CSeq of the requests being served. */
  readonly #served = new Set<string>();

  /** `callIds` holds the Call-IDs of the active transactions. */
  constructor(wire: Wire, callIds = new CallIds()) {
    this.#wire = wire;
    this.#callIds = callIds;
  }

  /** The number of active transactions. */
  get size(): number {
    return this.#clients.size + this.#inviteServers.size + this.#servers.size;
  }

  sendInvite(
    request: OutgoingRequest,
    to: Endpoint,
    events: ClientTransactionEvents,
    permit?: InvitePermit,
  ): InviteClientTransaction {
    const routed = { ...request, ...this.#wire.viaTo(to) };
    const create = (own: ClientTransactionEvents) =>
      new InviteClientTransaction(routed, to, this.#wire, own, { permit });
    const transaction = this.#start(request, events, create);
    // We started this Call-ID, or its dialog has an answer from the peer.
    this.#callIds.prove(request.callId);
    return transaction;
  }

  /** Takes over an INVITE that another process sent unchanged and that has a provisional response. */
  resumeInvite(request: OutgoingRequest, to: Endpoint, events: ClientTransactionEvents): void {
    const resumed = (own: ClientTransactionEvents) =>
      new InviteClientTransaction(request, to, this.#wire, own, { from: 'proceeding' });
    this.#start(request, events, resumed);
    this.#callIds.prove(request.callId);
  }

  /** Sends a CANCEL unchanged: it uses the Via of its INVITE (§9.1). */
  sendCancel(cancel: OutgoingRequest, to: Endpoint): void {
    const events = {
      onResponse: () => {},
      onTimeout: () => {},
      onTransportError: () => {},
      onTerminated: () => {},
    };
    this.#start(cancel, events, (own) => new ClientTransaction(cancel, to, this.#wire, own));
  }

  /** Sends a request other than INVITE. */
  sendRequest(request: OutgoingRequest, to: Endpoint, events: ClientTransactionEvents): ClientTransaction {
    const routed = { ...request, ...this.#wire.viaTo(to) };
    return this.#start(request, events, (own) => new ClientTransaction(routed, to, this.#wire, own));
  }

  /** Passes a response to its transaction; false without one, so that it is dropped (§18.1.2). */
  receiveResponse(response: SipResponse): boolean {
    const branch = response.topVia.params.get('branch');
    const transaction = this.#clients.get(clientKey(branch ?? '', response.cseq.method));
    transaction?.receive(response);
    return transaction !== undefined;
  }

  /** Passes a retransmitted request or an ACK to its transaction; false when it belongs to none. */
  receiveRequest(request: SipRequest): boolean {
    const key = serverKey(request, request.method);
    if (request.method === 'INVITE' || request.method === 'ACK') {
      const transaction = this.#inviteServers.get(serverKey(request, 'INVITE'));
      transaction?.receive(request);
      return transaction !== undefined;
    }
    const transaction = this.#servers.get(key);
    transaction?.receive();
    return transaction !== undefined;
  }

  /** Returns the key that an INVITE shares with its CANCEL (§9.1). */
  inviteKey(request: SipRequest): string {
    return serverKey(request, 'INVITE');
  }

  /** Returns the INVITE that a CANCEL refers to (§9.2). */
  inviteOf(cancel: SipRequest): InviteServerTransaction | undefined {
    return this.#inviteServers.get(serverKey(cancel, 'INVITE'));
  }

  /** Returns true for a request that reached us a second time on another path (§8.2.2.2). */
  isMerged(request: SipRequest): boolean {
    return tagOf(request.to) === null && this.#served.has(servedKey(request));
  }

  serveInvite(request: SipRequest, events: ServerTransactionEvents): InviteServerTransaction {
    const key = serverKey(request, 'INVITE');
    const served = servedKey(request);
    const release = this.#callIds.hold(request.callId);
    const transaction = new InviteServerTransaction(request, this.#wire, events, () => {
      this.#inviteServers.delete(key);
      this.#served.delete(served);
      release();
    });
    this.#inviteServers.set(key, transaction);
    this.#served.add(served);
    return transaction;
  }

  /** Serves a request other than INVITE. */
  serve(request: SipRequest): ServerTransaction {
    const key = serverKey(request, request.method);
    const served = servedKey(request);
    const release = this.#callIds.hold(request.callId);
    const transaction = new ServerTransaction(request, this.#wire, () => {
      this.#servers.delete(key);
      this.#served.delete(served);
      release();
    });
    this.#servers.set(key, transaction);
    this.#served.add(served);
    return transaction;
  }

  /** Terminates every transaction and stops every timer. */
  close(): void {
    for (const transaction of this.#clients.values()) transaction.terminate();
    for (const transaction of this.#inviteServers.values()) transaction.terminate();
    for (const transaction of this.#servers.values()) transaction.terminate();
  }

  #start<T extends InviteClientTransaction | ClientTransaction>(
    request: OutgoingRequest,
    events: ClientTransactionEvents,
    create: (events: ClientTransactionEvents) => T,
  ): T {
    const key = clientKey(request.branch, request.method);
    const release = this.#callIds.hold(request.callId);
    const transaction = create({
      onSent: () => events.onSent?.(),
      onResponse: (response) => events.onResponse(response),
      onTimeout: () => events.onTimeout(),
      onTransportError: (error) => events.onTransportError(error),
      onTerminated: () => {
        this.#clients.delete(key);
        release();
        events.onTerminated();
      },
    });
    this.#clients.set(key, transaction);
    return transaction;
  }
}

/** §17.1.3: branch and CSeq method. */
function clientKey(branch: string, method: string): string {
  return `${method} ${branch}`;
}

/**
 * §17.2.3: branch, sent-by and method. Without the magic cookie or anything after it, all fields that RFC
 * 2543 compares.
 */
function serverKey(request: SipRequest, method: string): string {
  const { topVia, callId, cseq } = request;
  const branch = topVia.params.get('branch') ?? '';
  const sentBy = `${topVia.host.toLowerCase()}:${topVia.port ?? 5060}`;
  if (branch.startsWith(branchCookie) && branch !== branchCookie) return `${method} ${branch} ${sentBy}`;
  return `${method} ${branch} ${sentBy} ${callId} ${cseq.number} ${tagOf(request.from)} ${request.uri.text}`;
}

function servedKey(request: SipRequest): string {
  return `${request.cseq.number} ${request.cseq.method} ${request.callId} ${tagOf(request.from)}`;
}
