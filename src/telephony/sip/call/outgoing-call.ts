import { fairTimeout } from '../../../platform/kernel/index.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { endpointOf, transportOf } from '../base/target.ts';
import { type Endpoint, type TransportFailure, Unreachable, Withheld } from '../base/transport.ts';
import type { MovedDialog } from '../dialog/moved-dialog.ts';
import type { StoredDialog } from '../dialog/stored-dialog.ts';
import { type StoredInvite, storedInvite } from '../dialog/stored-invite.ts';
import { headerOf, type SipResponse, sdpOf } from '../message/message.ts';
import type { Replaces } from '../message/replaces.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { cancelOf } from '../message/serialize.ts';
import type {
  ClientTransactionEvents,
  InviteClientTransaction,
} from '../transaction/invite-client-transaction.ts';
import type { InvitePermit } from '../transaction/invite-permit.ts';
import { StateMachine, type Transitions } from '../transaction/state-machine.ts';
import type { CallDialog, CallDialogOwner, DialogStack } from './call-dialog.ts';
import { CallOwner } from './call-owner.ts';
import { dialogHeaders } from './call-stack.ts';
import { InviteRetries } from './invite-retries.ts';
import { OutgoingBranches } from './outgoing-branches.ts';
import {
  type FailureKind,
  inviteRequest,
  type OutgoingCall,
  type OutgoingCallEvents,
  type OutgoingInvite,
} from './outgoing-invite.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';
import type { AudioChange } from './session-changes.ts';

type Phase = 'calling' | 'proceeding' | 'canceling' | 'established' | 'ended';

/**
 * Calling: the INVITE (or its retry with credentials) is sent and has no response. Proceeding: a provisional
 * response arrived, so CANCEL is allowed. Canceling: CANCEL is sent and the final response is awaited.
 * Established: answered. Ended: reported to the owner; a later 2xx is acknowledged and hung up.
 */
const outgoingCallTransitions: Transitions<Phase> = {
  calling: ['proceeding', 'established', 'ended'],
  proceeding: ['calling', 'canceling', 'established', 'ended'],
  canceling: ['ended'],
  established: ['ended'],
  ended: [],
};

/** A call that we place: one INVITE, its challenges, its CANCEL, and the dialog of its answer. */
export class OutgoingCallMachine
  extends CallOwner<OutgoingCallEvents>
  implements OutgoingCall, CallDialogOwner
{
  readonly callId: string;
  readonly #stack: DialogStack;
  readonly #invite: OutgoingInvite;
  /** `null` when the INVITE is sent no more. */
  #permit: InvitePermit | null;
  readonly #gone: () => void;
  readonly #machine = new StateMachine<Phase>('outgoing call', outgoingCallTransitions, 'calling');
  readonly #branches: OutgoingBranches;
  readonly #retries: InviteRetries;
  #request: OutgoingRequest;
  #target: Endpoint | null = null;
  #transaction: InviteClientTransaction | null = null;
  #dialog: CallDialog | null = null;
  /** False when it is certain that no byte left this machine. */
  #isSent = false;
  #giveUp: 'canceled' | 'no-answer' | null = null;
  #stopNoAnswer: () => void;
  #stopCancelWait: () => void = () => {};

  constructor(
    stack: DialogStack,
    invite: OutgoingInvite,
    events: OutgoingCallEvents,
    ackTimeoutMs: number,
    gone: () => void,
  ) {
    super(stack.log, events);
    this.callId = invite.callId;
    this.#stack = stack;
    const { permit = null, ...lasting } = invite;
    this.#invite = lasting;
    this.#permit = permit;
    this.#branches = new OutgoingBranches(stack, lasting, this, ackTimeoutMs);
    this.#gone = gone;
    const transport = invite.flow?.transport ?? transportOf(invite.target, invite.requestUri);
    const flow = { transport, isSips: /^sips:/i.test(invite.requestUri) };
    this.#retries = new InviteRetries(invite.credentials, stack.sessionTimer);
    const headers = [...dialogHeaders(stack, flow), ...this.#retries.headers()];
    this.#request = inviteRequest(invite, stack.transports.sentBy(transport), headers);
    const giveUp = () => this.#abandon('no-answer');
    this.#stopNoAnswer = fairTimeout(invite.noAnswerTimeoutMs, giveUp, stack.wire.scheduler);
  }

  /** Resolves the target and sends the INVITE. */
  start(): void {
    const { target, requestUri, flow } = this.#invite;
    if (flow) {
      this.#sendOver(flow);
      return;
    }
    this.#stack.locate({ ...target, transport: transportOf(target, requestUri) }, ([found], why) => {
      if (this.#machine.is('ended')) return;
      if (!found) return this.#fail('unreachable', null, why);
      this.#target = endpointOf({ serverName: target.serverName, ...found });
      this.#sendInvite(this.#target);
    });
  }

  hangUp(): void {
    if (this.#machine.is('established')) {
      this.#bye();
    } else {
      this.#abandon('canceled');
    }
  }

  cancel(): void {
    this.hangUp();
  }

  changeAudio(offer: string): Promise<AudioChange> {
    const dialog = this.#dialog ?? this.#branches.current;
    return (
      dialog?.session.change(offer) ??
      Promise.resolve({ ok: false, status: null, reason: 'the call is not answered' })
    );
  }

  refer(refer: OutgoingRefer, events: ReferEvents): void {
    if (this.#dialog) this.#dialog.referrals.refer(refer, events);
    else events.onEnd({ kind: 'refused', status: null, reason: 'the call is not answered' });
  }

  get pending(): StoredInvite | null {
    if (!this.#machine.is('calling', 'proceeding') || !this.#transaction?.isSent) return null;
    const { request, target } = this.#transaction;
    return storedInvite(request, target, this.#branches.latest?.stored ?? null);
  }

  get dialog(): StoredDialog | null {
    return this.#machine.is('established') ? (this.#dialog?.stored ?? null) : null;
  }

  get replaces(): Replaces | null {
    return this.#machine.is('established') ? (this.#dialog?.replaces ?? null) : null;
  }

  move(): MovedDialog | null {
    return this.#machine.is('established') ? (this.#dialog?.move() ?? null) : null;
  }

  keep(cseq: number): void {
    this.#dialog?.keep(cseq);
  }

  release(): void {
    if (!this.#machine.is('established')) return;
    this.#machine.move('ended');
    this.#dialog?.discard();
    this.reportLast();
    this.#gone();
  }

  sendDigit(digit: string): Promise<boolean> {
    return this.#dialog?.sendDigit(digit) ?? Promise.resolve(false);
  }

  /** Ends the call for a reason of the user agent, and reports it to the owner. */
  endBySystem(reason: string): void {
    if (this.#machine.is('established')) this.#bye((events) => events.onEnd({ by: 'system', reason }));
    else this.#abandon('canceled');
  }

  /** Our INVITE is acknowledged by ACK alone. */
  onPrack(): number {
    return 481;
  }

  onReplaced(dialog: CallDialog): void {
    this.#dialog = dialog;
  }

  onBye(reason: string | null): void {
    this.#machine.move('ended');
    this.reportLast((events) => events.onEnd({ by: 'remote', reason }));
  }

  onAcknowledged(): void {}

  /** A re-INVITE of the peer whose 2xx it never acknowledged (§14.2). */
  onNeverAcknowledged(): void {
    this.endBySystem('a re-INVITE was never acknowledged');
  }

  onLost(reason: string): void {
    if (this.#machine.is('established')) this.endBySystem(reason);
  }

  onGone(): void {
    this.#gone();
  }

  #noteSent(): void {
    if (this.#isSent) return;
    this.#isSent = true;
    this.report((events) => events.onSent?.());
  }

  #sendOver(flow: Endpoint): void {
    if (!this.#stack.transports.canReach(flow)) {
      this.#fail('not-there', null, 'the connection of the device is closed');
      return;
    }
    this.#target = { ...flow, isBound: true };
    this.#sendInvite(this.#target);
  }

  #sendInvite(target: Endpoint): void {
    const events: ClientTransactionEvents = {
      onSent: () => this.#noteSent(),
      onResponse: (response) => this.#receive(response),
      onTimeout: () => {
        // Without a sent copy the permit's renewal stalled, so no peer could have answered.
        const waited = this.#isSent ? 'timeout' : 'withheld';
        this.#fail(this.#giveUp === 'canceled' ? 'canceled' : waited, null, 'no response');
      },
      onTransportError: (error) => {
        this.#isSent = error.sent || this.#retries.wasRefused;
        this.#fail(this.#kindOf(error), null, error.message);
      },
      onTerminated: () => {},
    };
    const permit = this.#permit ?? undefined;
    this.#transaction = this.#stack.transactions.sendInvite(this.#request, target, events, permit);
  }

  #kindOf(error: TransportFailure): FailureKind {
    if (error instanceof Withheld) return this.#giveUp ?? 'withheld';
    return error instanceof Unreachable ? 'not-there' : 'unreachable';
  }

  #receive(response: SipResponse): void {
    if (response.status >= 300) this.#receiveFailure(response);
    else if (response.status >= 200) this.#receiveSuccess(response);
    else if (this.#machine.is('calling', 'proceeding')) this.#receiveProvisional(response);
  }

  #receiveProvisional(response: SipResponse): void {
    if (this.#machine.is('calling')) this.#machine.move('proceeding');
    // §9.1: CANCEL may only follow a provisional response; a waiting one is sent now.
    if (this.#giveUp) {
      this.#sendCancel();
      return;
    }
    if (response.status === 100) return;
    const isNew = this.#target && this.#branches.receiveProvisional(this.#request, response, this.#target);
    if (!isNew) return;
    this.report((events) => events.onProvisional(response.status, response.reason, sdpOf(response)));
  }

  /**
   * §13.2.2.4: every 2xx is acknowledged; the first establishes the call, those of other branches are hung
   * up.
   */
  #receiveSuccess(response: SipResponse): void {
    const [request, target] = [this.#request, this.#target];
    if (!target || this.#branches.acknowledgeAgain(request, response)) return;
    const isTheAnswer = this.#machine.is('calling', 'proceeding') && this.#giveUp === null;
    const answer = isTheAnswer ? this.#branches.answerOf(response) : null;
    if (answer !== null) {
      this.#stopNoAnswer();
      this.#permit = null;
      this.#machine.move('established');
      this.#dialog = this.#branches.establish(request, response, target, answer);
      this.report((events) => events.onAnswer(answer));
      return;
    }
    this.#branches.hangUp(request, response, target);
    if (this.#machine.is('ended')) return;
    if (this.#giveUp) this.#fail(this.#giveUp, null, 'answered as it was cancelled');
    else if (isTheAnswer) this.#fail('unusable', response.status, 'answered without a session description');
  }

  #receiveFailure(response: SipResponse): void {
    if (this.#machine.is('ended')) return;
    if (this.#giveUp) {
      this.#fail(this.#giveUp, response.status, response.reason);
      return;
    }
    const retry = this.#retries.next(this.#request, response);
    if (!retry || !this.#target) {
      const reason = headerOf(response, 'reason');
      this.#fail('rejected', response.status, response.reason, reason);
      return;
    }
    this.#request = retry;
    if (this.#machine.is('proceeding')) this.#machine.move('calling');
    this.#sendInvite(this.#target);
  }

  /** Abandons an unanswered call: at once, with CANCEL, or with CANCEL as soon as it is allowed. */
  #abandon(kind: 'canceled' | 'no-answer'): void {
    if (this.#giveUp || this.#machine.is('established', 'ended')) return;
    this.#giveUp = kind;
    this.#stopNoAnswer();
    const isAway = this.#transaction?.isSent ?? false;
    if (!isAway) this.#transaction?.terminate();
    if (!isAway) this.#fail(kind, null, 'given up before it was sent');
    else if (this.#machine.is('proceeding')) this.#sendCancel();
  }

  #sendCancel(): void {
    const [transaction, kind] = [this.#transaction, this.#giveUp];
    if (!transaction || !kind) return;
    this.#machine.move('canceling');
    this.#stack.transactions.sendCancel(cancelOf(transaction.request), transaction.target);
    // §9.1: without a final response within 64*T1 the INVITE counts as canceled.
    this.#stopCancelWait = this.#stack.wire.scheduler.after(transactionTimeoutMs, () => {
      this.#transaction?.terminate();
      this.#fail(kind, null, 'no response to CANCEL');
    });
  }

  #fail(kind: FailureKind, code: number | null, reason: string, reasonHeader: string | null = null): void {
    if (this.#machine.is('ended')) return;
    this.#machine.move('ended');
    this.#permit = null;
    this.#stopNoAnswer();
    this.#stopCancelWait();
    this.#branches.discardEarly();
    this.reportLast((events) => events.onFail({ kind, code, reason, reasonHeader, sent: this.#isSent }));
    this.#gone();
  }

  #bye(last?: (events: OutgoingCallEvents) => void): void {
    this.#machine.move('ended');
    this.#dialog?.hangUp();
    this.reportLast(last);
  }
}
