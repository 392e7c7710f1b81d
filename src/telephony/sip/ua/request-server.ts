import type { SipCounters } from '../base/counters.ts';
import type { Endpoint } from '../base/transport.ts';
import type { DialogStack } from '../call/call-dialog.ts';
import { dialogHeaders, flowOf, notify, responseTo } from '../call/call-stack.ts';
import { IncomingCallMachine } from '../call/incoming-call-machine.ts';
import { type Refusal, refuseOutside } from '../call/refusals.ts';
import { replacedDialog } from '../call/serve-replaces.ts';
import { dialogKeyOf } from '../dialog/dialog.ts';
import { type RateLimit, SourceLimiter } from '../guard/rate-limit.ts';
import { SourcePlaces } from '../guard/source-places.ts';
import { headerOf, type SipRequest } from '../message/message.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { Gate } from './gate.ts';
import type { StatelessResponder } from './stateless-responder.ts';
import type { UserAgentOptions } from './user-agent-options.ts';

/** What a peer is told to wait when we have no room, in seconds (§20.33). */
const retryAfter: HeaderList = [['Retry-After', '5']];

/** Requests within one dialog: twice what the fastest keys take (20 a second). */
const dialogRateLimit: RateLimit = { perSecond: 40, burst: 120 };

/** What requests are judged and answered with. */
export interface RequestServerParts {
  stack: DialogStack;
  options: Required<UserAgentOptions>;
  gate: Gate;
  responder: StatelessResponder;
  counters: SipCounters;
}

/** What the user agent hears of the calls that come. */
interface RequestServerHooks {
  begun(call: IncomingCallMachine): void;
  gone(call: IncomingCallMachine): void;
}

/** Takes the requests of peers (RFC 3261 §8.2): to the dialog or the transaction that each belongs to, or as something new. */
export class RequestServer {
  readonly #stack: DialogStack;
  readonly #options: Required<UserAgentOptions>;
  readonly #gate: Gate;
  readonly #responder: StatelessResponder;
  readonly #counters: SipCounters;
  readonly #hooks: RequestServerHooks;
  /** Those that a CANCEL may still end. */
  readonly #byTransaction = new Map<InviteServerTransaction, IncomingCallMachine>();
  /** Calls that are not acknowledged, and those that are over, whose refusal or answer is not. */
  readonly #pending: SourcePlaces<IncomingCallMachine>;
  readonly #refused: SourcePlaces<IncomingCallMachine>;
  /** INVITEs whose address is looked up, and the CANCEL that came meanwhile: over a stream it never comes again. */
  readonly #looking = new Map<string, SipRequest | null>();
  /** What a dialog sends without an end is not answered: each answer is kept for 32 s. */
  readonly #dialogLimiter: SourceLimiter;
  #isOpen = true;

  constructor(parts: RequestServerParts, hooks: RequestServerHooks) {
    this.#stack = parts.stack;
    this.#options = parts.options;
    this.#gate = parts.gate;
    this.#responder = parts.responder;
    this.#counters = parts.counters;
    this.#hooks = hooks;
    this.#dialogLimiter = new SourceLimiter(dialogRateLimit, this.#stack.wire.scheduler);
    this.#pending = new SourcePlaces(this.#options.maxPendingInvites);
    this.#refused = new SourcePlaces(this.#options.maxPendingInvites);
  }

  /** The calls that are remembered. */
  get size(): number {
    return this.#pending.size + this.#byTransaction.size;
  }

  /** From here on nothing new is taken. */
  close(): void {
    this.#isOpen = false;
  }

  /** A request, its Via stamped with where it came from. `isSecondLook`: it was found out whether its address is known by now. */
  receive(request: SipRequest, source: Endpoint, isSecondLook = false): void {
    const { transactions, dialogs, callIds } = this.#stack;
    if (transactions.receiveRequest(request)) {
      if (request.method !== 'ACK') this.#counters.receivedAgain++;
      return;
    }
    const dialog = dialogs.get(dialogKeyOf(request));
    // Our tag of it went to the address of the peer alone.
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
    if (request.method === 'CANCEL' && this.#looking.has(key)) {
      this.#looking.set(key, request);
      return;
    }
    // Both tags are random and known to the peer alone, so that they admit a request from any address.
    if (dialog && request.method !== 'CANCEL') {
      if (request.method === 'BYE' || this.#dialogLimiter.take(dialogKeyOf(request))) dialog.receive(request);
      else this.#counters.rateLimited++;
      return;
    }
    if (!this.#gate.admits(source, request.method)) {
      const look = request.method === 'INVITE' && !isSecondLook ? this.#gate.looksAgain(source) : null;
      if (look) {
        this.#receiveAfter(look, request, source);
        return;
      }
      this.#counters.refused++;
      const isSilenced = this.#gate.refused(source);
      if (request.method === 'INVITE' && !isSilenced) {
        this.#gate.name(source);
        this.#responder.answer(request, 403);
      }
      this.#stack.transports.release(source);
      return;
    }
    this.#receiveOutside(request, source);
  }

  /** Takes an INVITE once its address was looked up, and then its CANCEL, which ends it before it is answered. */
  #receiveAfter(look: Promise<void>, invite: SipRequest, source: Endpoint): void {
    const key = this.#stack.transactions.inviteKey(invite);
    if (!this.#looking.has(key)) this.#looking.set(key, null);
    void look.then(() =>
      notify(this.#stack.log, () => {
        const cancel = this.#looking.get(key) ?? null;
        this.#looking.delete(key);
        this.receive(invite, source, true);
        if (cancel) this.receive(cancel, source);
      }),
    );
  }

  /** §8.2: a request outside of any dialog. All but a new call is answered without keeping state (§8.2.7). */
  #receiveOutside(request: SipRequest, source: Endpoint): void {
    const isMerged = this.#stack.transactions.isMerged(request);
    const found =
      refuseOutside(request, isMerged, this.#options.sessionTimer) ??
      this.#refuseForRoom(request, source) ??
      replacedDialog(this.#stack, request);
    if (found && 'status' in found) this.#responder.answer(request, found.status, found.headers);
    else if (found) found.replaceBy(request, source);
    else if (request.method === 'INVITE') this.#receiveCall(request, source);
    // §11.2: what we would answer an INVITE, and what we can do.
    else
      this.#responder.answer(request, 200, [
        ...dialogHeaders(this.#stack, flowOf(request)),
        ['Accept', 'application/sdp'],
      ]);
  }

  #refuseForRoom(request: SipRequest, source: Endpoint): Refusal | null {
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

  /** A refusal is repeated until its ACK (§17.2.1); where too many are, the oldest is repeated no more. */
  #keepRefused(call: IncomingCallMachine, source: Endpoint): void {
    this.#makeUnwanted(call, source);
    if (call.transaction.state === 'completed') this.#refused.add(call, source.address);
  }

  /** So is an answer whose call is over. */
  #keepUnwanted(call: IncomingCallMachine, source: Endpoint): void {
    this.#makeUnwanted(call, source);
    this.#refused.add(call, source.address);
  }

  #makeUnwanted(call: IncomingCallMachine, source: Endpoint): void {
    this.#pending.delete(call);
    if (!this.#refused.hasRoom(source.address)) this.#refused.oldest(source.address)?.forget();
  }

  /** §9.2: CANCEL is answered itself, and ends its INVITE unless that has a final response. */
  #receiveCancel(cancel: SipRequest, canceled: InviteServerTransaction): void {
    const transaction = this.#stack.transactions.serve(cancel);
    const call = this.#byTransaction.get(canceled);
    const tag = call?.localTag ?? canceled.toTag ?? this.#responder.tag(cancel.basis);
    transaction.respond(responseTo(cancel, 200, tag));
    call?.receiveCancel(headerOf(cancel, 'reason'));
  }
}
