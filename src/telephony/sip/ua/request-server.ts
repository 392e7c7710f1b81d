import type { SipCounters } from '../base/counters.ts';
import { type Endpoint, isWebSocket } from '../base/transport.ts';
import type { DialogStack } from '../call/call-dialog.ts';
import { dialogHeaders, flowOf, notify, responseTo } from '../call/call-stack.ts';
import { IncomingCallMachine } from '../call/incoming-call-machine.ts';
import { type Refusal, refuseOutside } from '../call/refusals.ts';
import { replacedDialog } from '../call/serve-replaces.ts';
import { dialogKeyOf } from '../dialog/dialog.ts';
import { type RateLimit, SourceLimiter } from '../guard/rate-limit.ts';
import { SourceQuota } from '../guard/source-quota.ts';
import { headerOf, type SipRequest } from '../message/message.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { Gate } from './gate.ts';
import { Registrar } from './registrar.ts';
import type { StatelessResponder } from './stateless-responder.ts';
import type { UserAgentOptions } from './user-agent-options.ts';

/** The Retry-After of a 503, in seconds (§20.33). */
const retryAfter: HeaderList = [['Retry-After', '5']];

/** Devices of members take calls. They place none, so that a stolen password costs no calls to expensive numbers. */
const deviceRefusal: HeaderList = [
  ['Warning', '399 parley "Devices of members take calls of their teams. They cannot place calls."'],
];

/** Requests within one dialog: twice the rate of the fastest keys (20 a second). */
const dialogRateLimit: RateLimit = { perSecond: 40, burst: 120 };

/** The parts that requests are checked and answered with. */
export interface RequestServerParts {
  stack: DialogStack;
  options: Required<UserAgentOptions>;
  gate: Gate;
  responder: StatelessResponder;
  counters: SipCounters;
}

/** Callbacks to the user agent about incoming calls. */
interface RequestServerHooks {
  begun(call: IncomingCallMachine): void;
  gone(call: IncomingCallMachine): void;
}

/**
 * Serves the requests of peers (RFC 3261 §8.2): passes each to its transaction or dialog, or handles it as a
 * new one.
 */
export class RequestServer {
  readonly #stack: DialogStack;
  readonly #options: Required<UserAgentOptions>;
  readonly #gate: Gate;
  readonly #responder: StatelessResponder;
  readonly #counters: SipCounters;
  readonly #hooks: RequestServerHooks;
  /** Calls that CANCEL may still end. */
  readonly #byTransaction = new Map<InviteServerTransaction, IncomingCallMachine>();
  /** Unacknowledged calls, and ended calls whose rejection or answer is unacknowledged. */
  readonly #pending: SourceQuota<IncomingCallMachine>;
  readonly #refused: SourceQuota<IncomingCallMachine>;
  /**
   * INVITEs whose address is being checked again, each with a CANCEL that arrived meanwhile; over a stream it
   * is not retransmitted.
   */
  readonly #rechecking = new Map<string, SipRequest | null>();
  /** Limits the requests of each dialog, because each response is kept for 32 s. */
  readonly #dialogLimiter: SourceLimiter;
  /** `null` when no devices register with us. */
  readonly #registrar: Registrar | null;
  #isOpen = true;

  constructor(parts: RequestServerParts, hooks: RequestServerHooks) {
    this.#stack = parts.stack;
    this.#options = parts.options;
    this.#gate = parts.gate;
    this.#responder = parts.responder;
    this.#counters = parts.counters;
    this.#hooks = hooks;
    this.#dialogLimiter = new SourceLimiter(dialogRateLimit, this.#stack.wire.scheduler);
    const { devices } = this.#options.delegate;
    this.#registrar = devices ? new Registrar(parts.stack, devices, parts.responder) : null;
    this.#pending = new SourceQuota(this.#options.maxPendingInvites);
    this.#refused = new SourceQuota(this.#options.maxPendingInvites);
  }

  /** The number of remembered calls. */
  get size(): number {
    return this.#pending.size + this.#byTransaction.size;
  }

  /** Accepts nothing new from now on. */
  close(): void {
    this.#isOpen = false;
  }

  /**
   * Receives a request whose Via is stamped with its source. `isRecheck`: its address has been checked again.
   */
  receive(request: SipRequest, source: Endpoint, isRecheck = false): void {
    const { transactions, dialogs, callIds } = this.#stack;
    if (transactions.receiveRequest(request)) {
      if (request.method !== 'ACK') this.#counters.receivedAgain++;
      return;
    }
    const dialog = dialogs.get(dialogKeyOf(request));
    // Only the peer's address received our tag.
    if (dialog) callIds.prove(request.callId);
    if (request.method === 'ACK') {
      dialog?.receiveAck(request);
      return;
    }
    const canceled = request.method === 'CANCEL' ? transactions.inviteOf(request) : undefined;
    if (canceled) {
      this.#receiveCancel(request, canceled);
      return;
    }
    const key = transactions.inviteKey(request);
    if (request.method === 'CANCEL' && this.#rechecking.has(key)) {
      this.#rechecking.set(key, request);
      return;
    }
    // Both tags are random and known only to the peer, so that they admit a request from any address.
    if (dialog && request.method !== 'CANCEL') {
      if (request.method === 'BYE' || this.#dialogLimiter.take(dialogKeyOf(request))) dialog.receive(request);
      else this.#counters.rateLimited++;
      return;
    }
    if (request.method === 'REGISTER' && this.#registrar && this.#isOpen)
      this.#registrar.receive(request, source, () => this.#receiveNew(request, source, isRecheck));
    else this.#receiveNew(request, source, isRecheck);
  }

  /** Receives a request that belongs to no dialog and no transaction. */
  #receiveNew(request: SipRequest, source: Endpoint, isRecheck: boolean): void {
    const { devices } = this.#options.delegate;
    const isDevice = devices?.hasDeviceAt(source.address) ?? false;
    // Also where a trunk has the same address. Only devices of members use WebSocket.
    if (request.method === 'INVITE' && (isWebSocket(source) || devices?.isDevice(source))) {
      this.#counters.refused++;
      this.#responder.answer(request, 403, deviceRefusal);
      return;
    }
    // Devices ask with OPTIONS whether we are there, and subscribe to what we do not have.
    const isOfDevice = isDevice && request.method !== 'INVITE';
    if (!isOfDevice && !this.#gate.admits(source, request.method)) {
      const check = request.method === 'INVITE' && !isRecheck ? this.#gate.recheck(source) : null;
      if (check) {
        this.#receiveAfter(check, request, source);
        return;
      }
      this.#counters.refused++;
      const isSilenced = this.#gate.refused(source);
      if (request.method === 'INVITE' && !isSilenced) {
        this.#gate.logRefusal(source);
        this.#responder.answer(request, 403, isDevice ? deviceRefusal : []);
      }
      this.#stack.transports.release(source);
      return;
    }
    this.#receiveOutside(request, source);
  }

  /**
   * Receives an INVITE once its address was checked again, then its CANCEL, which ends it before it is
   * answered.
   */
  #receiveAfter(check: Promise<void>, invite: SipRequest, source: Endpoint): void {
    const key = this.#stack.transactions.inviteKey(invite);
    if (!this.#rechecking.has(key)) this.#rechecking.set(key, null);
    void check.then(() =>
      notify(this.#stack.log, () => {
        const cancel = this.#rechecking.get(key) ?? null;
        this.#rechecking.delete(key);
        this.receive(invite, source, true);
        if (cancel) this.receive(cancel, source);
      }),
    );
  }

  /** Serves a request outside any dialog (§8.2). All but a new call get a stateless response (§8.2.7). */
  #receiveOutside(request: SipRequest, source: Endpoint): void {
    const isMerged = this.#stack.transactions.isMerged(request);
    const found =
      refuseOutside(request, isMerged, this.#options.sessionTimer) ??
      this.#refuseOverload(request, source) ??
      replacedDialog(this.#stack, request);
    if (found && 'status' in found) this.#responder.answer(request, found.status, found.headers);
    else if (found) found.replaceBy(request, source);
    else if (request.method === 'INVITE') this.#receiveCall(request, source);
    else if (this.#options.delegate.isAvailable?.() === false)
      this.#responder.answer(request, 503, retryAfter);
    // §11.2: the response that an INVITE would get, with our capabilities.
    else
      this.#responder.answer(request, 200, [
        ...dialogHeaders(this.#stack, flowOf(request)),
        ['Accept', 'application/sdp'],
      ]);
  }

  #refuseOverload(request: SipRequest, source: Endpoint): Refusal | null {
    const isFull = request.method === 'INVITE' && !this.#pending.hasRoom(source.address);
    if (this.#isOpen && !isFull) return null;
    this.#counters.overloaded++;
    return { status: 503, headers: retryAfter };
  }

  #receiveCall(request: SipRequest, source: Endpoint): void {
    const call: IncomingCallMachine = new IncomingCallMachine(
      this.#stack,
      request,
      source,
      this.#options.acknowledgedByMs,
      {
        settled: () => {
          this.#pending.delete(call);
          this.#refused.delete(call);
          this.#byTransaction.delete(call.transaction);
        },
        refused: () => this.#keepRefused(call, source),
        unwanted: () => this.#keepUnwanted(call, source),
        neverAcknowledged: () => this.#counters.unacknowledged++,
        gone: () => this.#hooks.gone(call),
      },
    );
    this.#hooks.begun(call);
    this.#pending.add(call, source.address);
    this.#byTransaction.set(call.transaction, call);
    call.offerTo((offered) => this.#options.delegate.onInvite(offered));
  }

  /** A rejection is retransmitted until its ACK (§17.2.1). Beyond the limit the oldest is dropped. */
  #keepRefused(call: IncomingCallMachine, source: Endpoint): void {
    this.#makeUnwanted(call, source);
    if (call.transaction.state === 'completed') this.#refused.add(call, source.address);
  }

  /** The answer of an ended call is kept in the same way. */
  #keepUnwanted(call: IncomingCallMachine, source: Endpoint): void {
    this.#makeUnwanted(call, source);
    this.#refused.add(call, source.address);
  }

  #makeUnwanted(call: IncomingCallMachine, source: Endpoint): void {
    this.#pending.delete(call);
    if (!this.#refused.hasRoom(source.address)) this.#refused.oldest(source.address)?.forget();
  }

  /** §9.2: CANCEL gets its own response, and ends its INVITE unless that has a final response. */
  #receiveCancel(cancel: SipRequest, canceled: InviteServerTransaction): void {
    const transaction = this.#stack.transactions.serve(cancel);
    const call = this.#byTransaction.get(canceled);
    const tag = call?.localTag ?? canceled.toTag ?? this.#responder.tag(cancel.basis);
    transaction.respond(responseTo(cancel, 200, tag));
    call?.receiveCancel(headerOf(cancel, 'reason'));
  }
}
