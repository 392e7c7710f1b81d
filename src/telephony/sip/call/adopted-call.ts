import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { MovedDialog } from '../dialog/moved-dialog.ts';
import type { ReadDialog, StoredDialog } from '../dialog/stored-dialog.ts';
import type { Credentials } from '../message/digest.ts';
import type { Replaces } from '../message/replaces.ts';
import { StateMachine, type Transitions } from '../transaction/state-machine.ts';
import { CallDialog, type CallDialogOwner, type DialogStack } from './call-dialog.ts';
import { CallOwner } from './call-owner.ts';
import type { EstablishedCall, EstablishedCallEvents } from './established-call.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';
import { type AudioChange, endsDialog } from './session-changes.ts';

/**
 * The result of a take-over. `refused`: the peer keeps its session with the other process. `silent`: the peer did not
 * answer in time, and may have accepted. `gone`: the peer does not know the dialog any more.
 */
export type TakeOver =
  | { kind: 'taken'; sdp: string }
  | { kind: 'refused' | 'silent' | 'gone'; reason: string };

/** An answered call of another process that this one takes over. */
export interface AdoptedCall extends EstablishedCall {
  /** The number of our last request in the dialog. */
  readonly cseq: number;
  /** Offers our audio to the peer by re-INVITE, which also names our Contact. Waits for its answer for `withinMs`. */
  takeOver(offer: string, withinMs: number): Promise<TakeOver>;
  hangUp(): void;
}

type Phase = 'taking' | 'established' | 'ended';

const transitions: Transitions<Phase> = {
  taking: ['established', 'ended'],
  established: ['ended'],
  ended: [],
};

/** A call that another process answered or placed. It is **taking** until the peer has accepted our re-INVITE. */
export class AdoptedCallMachine
  extends CallOwner<EstablishedCallEvents>
  implements AdoptedCall, CallDialogOwner
{
  readonly #stack: DialogStack;
  readonly #gone: () => void;
  readonly #machine = new StateMachine<Phase>('adopted call', transitions, 'taking');
  #dialog: CallDialog;

  constructor(
    stack: DialogStack,
    { moved, read }: { moved: MovedDialog; read: ReadDialog },
    events: EstablishedCallEvents,
    { ackTimeoutMs, credentials }: { ackTimeoutMs: number; credentials: Credentials | undefined },
    gone: () => void,
  ) {
    super(stack.log, events);
    this.#stack = stack;
    this.#gone = gone;
    const { dialog, peer: fallback, home } = read;
    const options = { madeBy: moved, fallback, home, credentials, ackTimeoutMs };
    this.#dialog = new CallDialog(stack, dialog, this, options);
    stack.callIds.prove(dialog.callId);
  }

  get cseq(): number {
    return this.#dialog.peer.dialog.localCseq;
  }

  async takeOver(offer: string, withinMs: number): Promise<TakeOver> {
    const late = Promise.withResolvers<null>();
    const stop = fairTimeout(withinMs, () => late.resolve(null), this.#stack.wire.scheduler);
    const result = await Promise.race([this.#dialog.session.change(offer), late.promise]);
    stop();
    if (this.#machine.is('ended')) return { kind: 'gone', reason: 'the other side hung up' };
    if (result?.ok) {
      this.#machine.move('established');
      return { kind: 'taken', sdp: result.sdp };
    }
    if (!result || result.status === null) return { kind: 'silent', reason: result?.reason ?? 'no response' };
    const reason = `${result.status} ${result.reason}`;
    return { kind: endsDialog({ status: result.status }) ? 'gone' : 'refused', reason };
  }

  changeAudio(offer: string): Promise<AudioChange> {
    return this.#dialog.session.change(offer);
  }

  refer(refer: OutgoingRefer, events: ReferEvents): void {
    this.#dialog.referrals.refer(refer, events);
  }

  sendDigit(digit: string): Promise<boolean> {
    return this.#dialog.sendDigit(digit);
  }

  get dialog(): StoredDialog | null {
    return this.#machine.is('ended') ? null : this.#dialog.stored;
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
    if (this.#machine.is('ended')) return;
    this.#machine.move('ended');
    this.#dialog.discard();
    this.reportLast();
    this.#gone();
  }

  hangUp(): void {
    this.#bye();
  }

  /** Ends the call for a reason of the user agent, and reports it to the owner. */
  endBySystem(reason: string): void {
    this.#bye((events) => events.onEnd({ by: 'system', reason }));
  }

  /** Our INVITE is acknowledged by ACK alone. */
  onPrack(): number {
    return 481;
  }

  onReplaced(dialog: CallDialog): void {
    this.#dialog = dialog;
  }

  onBye(reason: string | null): void {
    if (this.#machine.is('ended')) return;
    this.#machine.move('ended');
    this.reportLast((events) => events.onEnd({ by: 'remote', reason }));
  }

  onAcknowledged(): void {}

  onNeverAcknowledged(): void {
    this.endBySystem('a re-INVITE was never acknowledged');
  }

  /** The result of a take-over decides whether its call is lost. */
  onLost(reason: string): void {
    if (this.#machine.is('established')) this.endBySystem(reason);
  }

  onGone(): void {
    this.#gone();
  }

  #bye(last?: (events: EstablishedCallEvents) => void): void {
    if (this.#machine.is('ended')) return;
    this.#machine.move('ended');
    this.#dialog.hangUp();
    this.reportLast(last);
  }
}
