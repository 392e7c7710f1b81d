import { emptyCounters, type SipCounters } from '../base/counters.ts';
import { type Scheduler, transactionTimeoutMs } from '../base/scheduler.ts';
import type { Endpoint, Transport, TransportName } from '../base/transport.ts';
import { type AdoptedCall, AdoptedCallMachine } from '../call/adopted-call.ts';
import type { DialogStack } from '../call/call-dialog.ts';
import { notify } from '../call/call-stack.ts';
import { DialogPeer } from '../call/dialog-peer.ts';
import type { EstablishedCallEvents } from '../call/established-call.ts';
import type { IncomingCallMachine } from '../call/incoming-call-machine.ts';
import { OutgoingCallMachine } from '../call/outgoing-call.ts';
import type { OutgoingCall, OutgoingCallEvents, OutgoingInvite } from '../call/outgoing-invite.ts';
import { ReclaimedInvite, type ReclaimedOutcome } from '../call/reclaimed-invite.ts';
import { type MovedDialog, readMovedDialog } from '../dialog/moved-dialog.ts';
import { readStoredDialog } from '../dialog/stored-dialog.ts';
import { readStoredInvite } from '../dialog/stored-invite.ts';
import { MessageRates } from '../guard/message-rates.ts';
import { defaultPenalty } from '../guard/penalty-box.ts';
import type { Credentials } from '../message/digest.ts';
import { isKeepAlive, parseMessage } from '../message/parse-message.ts';
import { defaultSessionTimer } from '../message/session-expires.ts';
import { stampVia } from '../message/via.ts';
import { Locator } from '../resolution/locator.ts';
import type { StreamProblem } from '../transport/stream-reader.ts';
import { Transports } from '../transport/transports.ts';
import { createStack } from './create-stack.ts';
import { Gate } from './gate.ts';
import { MalformedResponder } from './malformed-responder.ts';
import type { OutOfDialogRequest, RequestOutcome } from './outgoing-request.ts';
import { type Probe, probeRequest, type Reachability, reachabilityOf } from './probe.ts';
import { type Registration, type RegistrationOptions, Registrations } from './registration.ts';
import { RequestClient } from './request-client.ts';
import { RequestServer } from './request-server.ts';
import { StatelessResponder } from './stateless-responder.ts';
import type { UserAgentOptions } from './user-agent-options.ts';

/** Time for responses to the last BYE, CANCEL and 503 when the user agent closes. */
const closeTimeoutMs = 2_000;

/** A user agent over any transports and clock (RFC 3261 §8); `createSipUserAgent` opens one over sockets. */
export class UserAgent {
  readonly #transports: Transports;
  readonly #scheduler: Scheduler;
  readonly #options: Required<UserAgentOptions>;
  readonly #stack: DialogStack;
  readonly #requests: RequestClient;
  readonly #registrations: Registrations;
  readonly #server: RequestServer;
  readonly #rates: MessageRates;
  readonly #gate: Gate;
  readonly #responder: StatelessResponder;
  readonly #malformed: MalformedResponder;
  readonly #counters: SipCounters = emptyCounters();
  readonly #calls = new Set<OutgoingCallMachine | IncomingCallMachine | AdoptedCallMachine>();
  #closing: Promise<void> | null = null;
  #onIdle: () => void = () => {};

  constructor(options: UserAgentOptions, transports: readonly Transport[], scheduler: Scheduler) {
    this.#transports = new Transports(transports);
    this.#scheduler = scheduler;
    this.#options = {
      acknowledgedByMs: transactionTimeoutMs,
      locator: new Locator(transports[0]!.local.address),
      maxPendingInvites: 500,
      penalty: defaultPenalty,
      rateLimit: { perSecond: 1_000, burst: 2_000 },
      sessionTimer: defaultSessionTimer,
      ...options,
    };
    this.#gate = new Gate(this.#options, this.#counters, scheduler);
    this.#stack = createStack(this.#transports, scheduler, this.#counters, this.#options);
    this.#rates = new MessageRates(this.#options.rateLimit, this.#stack.callIds, scheduler);
    this.#responder = new StatelessResponder(this.#stack.wire);
    this.#requests = new RequestClient(this.#stack);
    this.#registrations = new Registrations(this.#stack, this.#requests);
    const parts = {
      stack: this.#stack,
      options: this.#options,
      gate: this.#gate,
      responder: this.#responder,
      counters: this.#counters,
    };
    this.#malformed = new MalformedResponder(parts);
    this.#server = new RequestServer(parts, {
      begun: (call) => this.#calls.add(call),
      gone: (call) => this.#forget(call),
    });
  }

  /** The address of the UDP socket. */
  get address(): Endpoint {
    return this.addressOf('udp');
  }

  /** The address of a transport; port 0 when it does not listen. */
  addressOf(transport: TransportName): Endpoint {
    return this.#transports.named(transport)?.local ?? { address: '', port: 0, transport };
  }

  counters(): SipCounters {
    return { ...this.#counters };
  }

  /** The number of calls in any state but gone. */
  liveCalls(): number {
    return this.#calls.size;
  }

  /** The number of remembered transactions, dialogs and waiting calls. */
  stateSize(): number {
    const { transactions, dialogs, callIds } = this.#stack;
    const ours = this.#calls.size + this.#requests.size + this.#registrations.size;
    return transactions.size + dialogs.size + callIds.size + ours + this.#server.size;
  }

  /** Places a call. Throws a TypeError, before anything is sent, when a message cannot hold a part. */
  invite(invite: OutgoingInvite, events: OutgoingCallEvents): OutgoingCall {
    if (this.#closing) throw new Error('the SIP user agent is closing');
    const { acknowledgedByMs } = this.#options;
    const call: OutgoingCallMachine = new OutgoingCallMachine(
      this.#stack,
      invite,
      events,
      acknowledgedByMs,
      () => this.#forget(call),
    );
    this.#calls.add(call);
    call.start();
    return call;
  }

  /**
   * Continues the answered call of another process. Sends nothing until `takeOver`. `null` when the dialog is malformed or
   * the user agent closes.
   */
  adopt(
    moved: MovedDialog,
    events: EstablishedCallEvents,
    credentials: Credentials | undefined,
  ): AdoptedCall | null {
    const read = this.#closing ? null : readMovedDialog(moved);
    if (!read) return null;
    const options = { ackTimeoutMs: this.#options.acknowledgedByMs, credentials };
    const call: AdoptedCallMachine = new AdoptedCallMachine(
      this.#stack,
      { moved, read },
      events,
      options,
      () => this.#forget(call),
    );
    this.#calls.add(call);
    return call;
  }

  /**
   * Ends a call of a process that died by its serialized state, without waiting for the result: an answered
   * call by BYE, an unanswered INVITE as `reclaim` does. `credentials` answer a challenge. False when the
   * state is neither.
   */
  hangUp(dialog: unknown, credentials?: Credentials): boolean {
    const stored = readStoredDialog(dialog);
    if (!stored) {
      void this.reclaim(dialog, transactionTimeoutMs, credentials);
      return readStoredInvite(dialog) !== null;
    }
    if (this.#closing) return true;
    const { peer: fallback, home } = stored;
    const peer = new DialogPeer(this.#stack, stored.dialog, { fallback, home, credentials });
    peer.request('BYE', {}, () => {});
    return true;
  }

  /**
   * Cancels the unanswered call of a process that died by its serialized INVITE. Resolves within `withinMs`
   * with the result when it is certain; `null` otherwise, and for a malformed state.
   */
  reclaim(invite: unknown, withinMs: number, credentials?: Credentials): Promise<ReclaimedOutcome | null> {
    const stored = readStoredInvite(invite);
    if (!stored || this.#closing) return Promise.resolve(null);
    return new ReclaimedInvite(this.#stack, stored, credentials).cancel(withinMs);
  }

  /**
   * Sends a request outside any dialog and answers its challenges. Resolves with its outcome. Throws a
   * TypeError, before anything is sent, when a message cannot hold a part.
   */
  request(asked: OutOfDialogRequest): Promise<RequestOutcome> {
    return this.#requests.send(asked);
  }

  /** Probes a peer by OPTIONS (RFC 3261 §11). Always resolves within the probe's timeout. */
  async options(probe: Probe): Promise<Reachability> {
    return reachabilityOf(
      await this.request(probeRequest(probe, this.#transports.sentBy(probe.target.transport))),
    );
  }

  /**
   * Registers, and stays registered until stopped or until the user agent closes (§10.2). Throws a TypeError
   * when a message cannot hold a part.
   */
  startRegistration(options: RegistrationOptions): Registration {
    if (this.#closing) throw new Error('the SIP user agent is closing');
    return this.#registrations.start(options);
  }

  /**
   * Refuses new calls with 503, waits `graceMs` for calls to end, ends the others, and closes the sockets.
   * Every call of this method returns the same promise.
   */
  close(options: { graceMs: number }): Promise<void> {
    this.#closing ??= this.#drain(options.graceMs);
    return this.#closing;
  }

  /** Handles a stream that cannot be framed: its connection closes once its last request is answered. */
  receiveMalformed({ head, reason }: StreamProblem, source: Endpoint): void {
    const isRead = head !== null && this.#rates.take(head, source.address);
    const parsed = isRead ? parseMessage(head) : null;
    notify(this.#stack.log, () => this.#malformed.refuseStream(reason, parsed, source));
  }

  /** Returns whether an address may start a dialog. */
  isKnown(address: string): boolean {
    const { devices } = this.#options.delegate;
    return this.#gate.admits({ address, port: 0 }, 'INVITE') || devices?.hasDeviceAt(address) === true;
  }

  /** Returns whether a device can still be reached over the flow by which it registered. */
  canReach(flow: Endpoint): boolean {
    return this.#transports.canReach(flow);
  }

  /** Counts a connection that was refused because there are too many. */
  refuseConnection(): void {
    this.#counters.connectionsRefused++;
  }

  /** Receives one datagram or stream message. No content makes this throw. */
  receive(datagram: Buffer, source: Endpoint): void {
    this.#counters.received++;
    if (isKeepAlive(datagram)) return;
    if (!this.#rates.take(datagram, source.address)) {
      this.#counters.rateLimited++;
      return;
    }
    notify(this.#stack.log, () => this.#read(datagram, source));
  }

  #read(datagram: Buffer, source: Endpoint): void {
    const parsed = parseMessage(datagram);
    if (!parsed.ok) {
      this.#malformed.refuse(parsed, source);
      return;
    }
    const { message } = parsed;
    if (message.kind === 'response') {
      if (!this.#stack.transactions.receiveResponse(message)) this.#counters.strayResponses++;
      return;
    }
    const topVia = stampVia(message.topVia, source);
    this.#server.receive({ ...message, topVia, basis: { ...message.basis, topVia } }, source);
  }

  #forget(call: OutgoingCallMachine | IncomingCallMachine | AdoptedCallMachine): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#onIdle();
  }

  async #drain(graceMs: number): Promise<void> {
    this.#server.close();
    // Registrations end first, so that registrars send no more calls.
    const removed = this.#registrations.close();
    await this.#idleWithin(graceMs);
    for (const call of [...this.#calls]) call.endBySystem('shutting down');
    await this.#idleWithin(closeTimeoutMs);
    await removed;
    this.#requests.close();
    this.#stack.transactions.close();
    for (const dialog of [...this.#stack.dialogs.values()]) dialog.discard();
    await this.#transports.close();
  }

  /** Resolves when no call is left, at the latest after `ms`. */
  #idleWithin(ms: number): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.#scheduler.after(ms, resolve);
      this.#onIdle = () => {
        stop();
        resolve();
      };
    });
  }
}
