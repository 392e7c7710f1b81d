import type { Target } from '../base/target.ts';
import type { Endpoint } from '../base/transport.ts';
import { dialogOfUas } from '../dialog/dialog.ts';
import type { MovedDialog } from '../dialog/moved-dialog.ts';
import type { StoredDialog } from '../dialog/stored-dialog.ts';
import { divertedFromOf, extensionHeadersOf, firstAddress, privacyOf } from '../message/caller-headers.ts';
import type { Credentials } from '../message/digest.ts';
import { newTag } from '../message/identifiers.ts';
import { type SipRequest, sdpOf } from '../message/message.ts';
import { type NameAddr, tagOf } from '../message/name-addr.ts';
import type { Replaces } from '../message/replaces.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { Uri } from '../syntax/index.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import { demandsReliable, ReliableProvisionals } from '../transaction/reliable-provisionals.ts';
import { StateMachine, type Transitions } from '../transaction/state-machine.ts';
import type { DialogStack } from './call-dialog.ts';
import { CallDialog, type CallDialogOwner } from './call-dialog.ts';
import { CallOwner } from './call-owner.ts';
import { dialogHeaders, flowOf, notify, responseTo } from './call-stack.ts';
import type { IncomingCall, IncomingCallEvents } from './incoming-call.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';
import type { AudioChange } from './session-changes.ts';

type Phase = 'proceeding' | 'answered' | 'established' | 'ended';

/** Answered: the 2xx is retransmitted until its ACK establishes the call. */
const incomingCallTransitions: Transitions<Phase> = {
  proceeding: ['answered', 'ended'],
  answered: ['established', 'ended'],
  established: ['ended'],
  ended: [],
};

/** The longest wait of a caller for a final response (§13.3.1.1), so that no state lasts forever. */
const answerWithinMs = 180_000;

/** Callbacks to the user agent, which counts calls by them. */
interface IncomingCallHooks {
  /** The INVITE no longer waits: it was acknowledged or its transaction terminated. */
  settled(): void;
  /** The INVITE was rejected. Only the transaction remains, which retransmits the rejection. */
  refused(): void;
  /** The owner hung up. Only the answer remains, which waits for its ACK. */
  unwanted(): void;
  neverAcknowledged(): void;
  gone(): void;
}

/** A call that a peer places: one INVITE, its CANCEL, its answer and the dialog. */
export class IncomingCallMachine
  extends CallOwner<IncomingCallEvents>
  implements IncomingCall, CallDialogOwner
{
  readonly callId: string;
  readonly fromTag: string;
  readonly requestUri: Uri;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly assertedIdentity: NameAddr | null;
  readonly privacy: readonly string[];
  readonly divertedFrom: NameAddr | null;
  readonly source: Endpoint;
  readonly sdpOffer: string | null;
  readonly transaction: InviteServerTransaction;
  readonly #stack: DialogStack;
  readonly #request: SipRequest;
  readonly #hooks: IncomingCallHooks;
  /** Present when the caller requires reliable provisional responses. */
  readonly #reliable: ReliableProvisionals | null;
  /** The tag of every response to this INVITE and to its CANCEL. */
  readonly localTag = newTag();
  readonly #machine = new StateMachine<Phase>('incoming call', incomingCallTransitions, 'proceeding');
  #dialog: CallDialog;
  #hangUpWhenAcknowledged = false;
  #stopAnswerTimer: () => void;

  constructor(
    stack: DialogStack,
    request: SipRequest,
    source: Endpoint,
    ackTimeoutMs: number,
    hooks: IncomingCallHooks,
  ) {
    super(stack.log, null);
    this.callId = request.callId;
    this.fromTag = tagOf(request.from) ?? '';
    this.requestUri = request.uri;
    this.from = request.from;
    this.to = request.to;
    this.assertedIdentity = firstAddress(request.headers.get('p-asserted-identity'));
    this.privacy = privacyOf(request.headers);
    this.divertedFrom = divertedFromOf(request.headers);
    this.source = source;
    this.sdpOffer = sdpOf(request);
    this.#stack = stack;
    this.#request = request;
    this.#hooks = hooks;
    this.transaction = stack.transactions.serveInvite(request, {
      onAck: (ack) => this.#dialog.receiveAck(ack),
      onConfirmed: () => hooks.settled(),
      onTerminated: () => hooks.settled(),
    });
    stack.callIds.expectTag(this.callId, this.localTag);
    this.#dialog = new CallDialog(stack, dialogOfUas(request, this.localTag), this, {
      madeBy: request,
      fallback: source,
      ackTimeoutMs,
    });
    // RFC 3262 §3: 5xx when a reliable response is never acknowledged.
    this.#reliable = demandsReliable(request)
      ? new ReliableProvisionals(stack.wire.scheduler, this.transaction, () =>
          this.#giveUp(504, 'a provisional response was never acknowledged'),
        )
      : null;
    this.transaction.respond(responseTo(request, 100, null));
    this.#stopAnswerTimer = stack.wire.scheduler.after(answerWithinMs, () => {
      this.#giveUp(480, 'never answered');
    });
  }

  /** Passes the call to the delegate, whose return value receives its events. */
  offerTo(decide: (call: IncomingCall) => IncomingCallEvents): void {
    let events: IncomingCallEvents | null = null;
    notify(this.#stack.log, () => {
      events = decide(this);
    });
    if (!events) this.reject(500);
    else if (!this.#machine.is('ended')) this.setOwner(events);
  }

  headers(name: string): readonly string[] {
    return this.#request.headers.get(name.toLowerCase()) ?? [];
  }

  extensionHeaders(): HeaderList {
    return extensionHeadersOf(this.#request.headers);
  }

  assignTrunk(home: Target, credentials?: Credentials): void {
    this.#dialog.peer.home = home;
    this.#dialog.peer.credentials = credentials;
  }

  ring(code = 180): void {
    if (!this.#machine.is('proceeding') || code <= 100 || code >= 200) return;
    // RFC 3261 §13.2.1: our offer would have to be in the first reliable response, but our 2xx carries it.
    if (this.#reliable && this.sdpOffer === null) return;
    const headers = [...dialogHeaders(this.#stack, flowOf(this.#request)), ...this.#recordRoutes()];
    const response = responseTo(this.#request, code, this.localTag, { headers });
    if (this.#reliable) this.#reliable.send(response);
    else this.transaction.respond(response);
  }

  accept(sdp: string): boolean {
    if (!this.#machine.is('proceeding')) return false;
    this.#stopAnswerTimer();
    this.#reliable?.stop();
    this.#machine.move('answered');
    this.#dialog.session.accept(this.transaction, sdp, this.localTag);
    return true;
  }

  reject(code: number, reason?: string, headers: HeaderList = []): boolean {
    const isOpen = this.#refuse(code, reason, headers);
    if (isOpen) this.reportLast();
    return isOpen;
  }

  #refuse(code: number, reason?: string, headers: HeaderList = []): boolean {
    if (!this.#machine.is('proceeding')) return false;
    const extra = reason === undefined ? { headers } : { reason, headers };
    this.transaction.respond(responseTo(this.#request, Math.max(code, 300), this.localTag, extra));
    this.#stopAnswerTimer();
    this.#reliable?.stop();
    this.#machine.move('ended');
    this.#dialog.discard();
    this.#hooks.refused();
    this.#hooks.gone();
    return true;
  }

  hangUp(): void {
    // §15: the called side may not send BYE before the ACK, or before the wait for it ends.
    if (this.#machine.is('answered')) {
      this.#hangUpWhenAcknowledged = true;
      this.#hooks.unwanted();
    } else if (!this.reject(480)) this.#bye();
  }

  /** Stops the wait for the ACK of a rejection, or of an answer whose owner hung up. */
  forget(): void {
    if (this.#machine.is('ended')) this.transaction.terminate();
    else this.endBySystem('too many answers wait for their ACK');
  }

  changeAudio(offer: string): Promise<AudioChange> {
    return this.#dialog.session.change(offer);
  }

  refer(refer: OutgoingRefer, events: ReferEvents): void {
    this.#dialog.referrals.refer(refer, events);
  }

  get dialog(): StoredDialog | null {
    const isAnswered = this.#machine.is('answered') || this.#machine.is('established');
    return isAnswered ? this.#dialog.stored : null;
  }

  get replaces(): Replaces | null {
    return this.#machine.is('established') ? this.#dialog.replaces : null;
  }

  move(): MovedDialog | null {
    return this.#machine.is('established') ? this.#dialog.move() : null;
  }

  keep(cseq: number): void {
    this.#dialog.keep(cseq);
  }

  release(): void {
    if (!this.#machine.is('established')) return;
    this.#machine.move('ended');
    this.#dialog.discard();
    this.#hooks.settled();
    this.reportLast();
    this.#hooks.gone();
  }

  sendDigit(digit: string): Promise<boolean> {
    return this.#dialog.sendDigit(digit);
  }

  /** Ends the call for a reason of the user agent, and reports it to the owner. */
  endBySystem(reason: string): void {
    if (this.#machine.is('proceeding')) {
      this.#giveUp(503, reason);
      return;
    }
    if (this.#machine.is('ended')) return;
    const isWanted = !this.#hangUpWhenAcknowledged;
    this.#bye(isWanted ? (events) => events.onEnd({ by: 'system', reason }) : undefined);
  }

  /** §9.2: CANCEL ends an unanswered INVITE; later it has no effect. */
  receiveCancel(reason: string | null): void {
    this.#giveUp(487, reason);
  }

  onPrack(request: SipRequest): number {
    return this.#reliable?.acknowledge(request) ?? 481;
  }

  onReplaced(dialog: CallDialog): void {
    this.#dialog = dialog;
  }

  /** §15.1.2: a BYE before our answer ends the INVITE with 487. */
  onBye(reason: string | null): void {
    if (this.#machine.is('proceeding')) {
      this.#giveUp(487, reason);
      return;
    }
    if (!this.#machine.is('ended')) this.#machine.move('ended');
    this.#hooks.settled();
    this.reportLast(
      this.#hangUpWhenAcknowledged ? undefined : (events) => events.onEnd({ by: 'remote', reason }),
    );
  }

  onAcknowledged(): void {
    if (!this.#machine.is('answered')) return;
    this.#machine.move('established');
    this.#hooks.settled();
    if (this.#hangUpWhenAcknowledged) this.#bye();
    else this.report((events) => events.onAck());
  }

  onNeverAcknowledged(): void {
    this.#hooks.neverAcknowledged();
    this.endBySystem('the answer was never acknowledged');
  }

  onLost(reason: string): void {
    this.endBySystem(reason);
  }

  onGone(): void {
    this.#hooks.gone();
  }

  #bye(last?: (events: IncomingCallEvents) => void): void {
    if (this.#machine.is('ended')) return;
    this.#machine.move('ended');
    this.#dialog.hangUp();
    this.#hooks.settled();
    this.reportLast(last);
  }

  #giveUp(status: number, reason: string | null): void {
    if (this.#refuse(status)) this.reportLast((events) => events.onCancel(reason));
  }

  /** §12.1.1: a response that establishes a dialog repeats the Record-Route of its request. */
  #recordRoutes(): HeaderList {
    return this.#request.basis.recordRoutes.map((value) => ['Record-Route', value] as const);
  }
}
