import { fairTimeout } from '../../../platform/kernel/index.ts';
import { ownBytes } from '../base/own-bytes.ts';
import { repeatWithBackoff, transactionTimeoutMs } from '../base/scheduler.ts';
import { type Endpoint, isReliable, type TransportFailure, Withheld } from '../base/transport.ts';
import type { SipResponse } from '../message/message.ts';
import { type OutgoingRequest, serializeRequest } from '../message/serialize.ts';
import type { Wire } from '../transport/wire.ts';
import { type InvitePermit, unconditional } from './invite-permit.ts';
import { StateMachine, type Transitions } from './state-machine.ts';

/** Callbacks to the user of a client transaction. */
export interface ClientTransactionEvents {
  /** Every response except retransmissions; for an INVITE also every repeated or forked 2xx. */
  onResponse(response: SipResponse): void;
  /** The first copy of an INVITE is handed to the network now. */
  onSent?(): void;
  /** Timer B or F fired: no response arrived. */
  onTimeout(): void;
  /** The network refused to send, or the permit lapsed and was not renewed before anything was sent. */
  onTransportError(error: TransportFailure): void;
  onTerminated(): void;
}

type State = 'calling' | 'proceeding' | 'completed' | 'accepted' | 'terminated';

/** RFC 3261 §17.1.1, figure 5, with the Accepted state of RFC 6026 §7.2. */
export const inviteClientTransitions: Transitions<State> = {
  calling: ['proceeding', 'completed', 'accepted', 'terminated'],
  proceeding: ['completed', 'accepted', 'terminated'],
  completed: ['terminated'],
  accepted: ['terminated'],
  terminated: [],
};

/** Sends our INVITE, or takes over the INVITE of a process that died after a provisional response. */
export class InviteClientTransaction {
  readonly request: OutgoingRequest;
  readonly target: Endpoint;
  readonly #wire: Wire;
  readonly #events: ClientTransactionEvents;
  readonly #machine: StateMachine<State>;
  /** The INVITE and its permit for retransmission; `null` once a response arrived. */
  #copy: { bytes: Buffer; permit: InvitePermit } | null;
  #isSent = false;
  #isRenewing = false;
  #ack: Buffer | null = null;
  #stopTimerA: () => void;
  /** Timer B, then D or M. */
  #stopTimeout: () => void;

  /**
   * `calling` sends the INVITE; `proceeding` takes over one that was sent, and waits 64*T1 for its final
   * response.
   */
  constructor(
    request: OutgoingRequest,
    target: Endpoint,
    wire: Wire,
    events: ClientTransactionEvents,
    {
      from = 'calling',
      permit = unconditional,
    }: { from?: 'calling' | 'proceeding'; permit?: InvitePermit | undefined } = {},
  ) {
    this.request = request;
    this.target = target;
    this.#wire = wire;
    this.#events = events;
    this.#copy = from === 'calling' ? { bytes: serializeRequest(request), permit } : null;
    this.#machine = new StateMachine<State>('INVITE client transaction', inviteClientTransitions, from);
    if (from === 'calling') this.#transmit();
    // Timer A doubles without a limit; timer B ends it. A reliable transport needs no retransmission.
    this.#stopTimerA =
      isReliable(target) || from === 'proceeding'
        ? () => {}
        : repeatWithBackoff(wire.scheduler, transactionTimeoutMs, () => this.#transmit());
    const giveUp = (): void => {
      this.#terminate();
      events.onTimeout();
    };
    this.#stopTimeout = fairTimeout(transactionTimeoutMs, giveUp, wire.scheduler);
  }

  get state(): State {
    return this.#machine.state;
  }

  /** Whether a copy was handed to the network; one that waits for its connection was not. */
  get isSent(): boolean {
    return this.#isSent;
  }

  receive(response: SipResponse): void {
    if (response.status < 200) this.#receiveProvisional(response);
    else if (response.status < 300) this.#receiveSuccess(response);
    else this.#receiveFailure(response);
  }

  /**
   * Terminates the transaction without sending anything: its user abandons the call (§9.1, last paragraph).
   */
  terminate(): void {
    if (!this.#machine.is('terminated')) this.#terminate();
  }

  /** Hands one copy to the network while the permit is valid; after a lapse as soon as it is renewed. */
  #transmit(): void {
    const copy = this.#copy;
    if (this.#isRenewing || !copy) return;
    const carry = this.#isSent ? this.#wire.resend : this.#wire.send;
    const failed = (error: TransportFailure): void => {
      if (error instanceof Withheld) void this.#renew(copy.permit);
      else this.#failed(error);
    };
    carry(copy.bytes, this.target, failed, () => {
      const isValid = this.#machine.is('calling') && copy.permit.isValid();
      if (isValid && !this.#isSent) {
        this.#isSent = true;
        this.#events.onSent?.();
      }
      return isValid;
    });
  }

  async #renew(permit: InvitePermit): Promise<void> {
    if (this.#isRenewing || !this.#machine.is('calling')) return;
    this.#isRenewing = true;
    const isValid = await permit.renew();
    this.#isRenewing = false;
    if (!this.#machine.is('calling')) return;
    if (isValid) this.#transmit();
    // A retransmission asks again when timer A fires; the owner decides about the call.
    else if (!this.#isSent) this.#failed(new Withheld());
  }

  #receiveProvisional(response: SipResponse): void {
    if (!this.#machine.is('calling', 'proceeding')) return;
    if (this.#machine.is('calling')) {
      this.#machine.move('proceeding');
      this.#stopTimerA();
      this.#copy = null;
      // §17.1.1.2: timer B applies only to Calling. The user limits the time to ring.
      this.#stopTimeout();
    }
    this.#events.onResponse(response);
  }

  /** RFC 6026 §7.2: the user receives every 2xx and acknowledges it. */
  #receiveSuccess(response: SipResponse): void {
    if (this.#machine.is('calling', 'proceeding')) this.#settle('accepted');
    if (this.#machine.is('accepted')) this.#events.onResponse(response);
  }

  /** §17.1.1.3: the transaction acknowledges a failure each time that it arrives. */
  #receiveFailure(response: SipResponse): void {
    if (this.#machine.is('completed') && this.#ack) this.#wire.resend(this.#ack, this.target);
    if (!this.#machine.is('calling', 'proceeding')) return;
    this.#settle('completed');
    const ack = { ...this.request, method: 'ACK', to: response.to.text, headers: [], body: null };
    this.#ack = ownBytes(serializeRequest(ack));
    this.#wire.send(this.#ack, this.target);
    this.#events.onResponse(response);
  }

  /**
   * Timer D (above 32 s) and timer M (64*T1) are equal with the default T1. Over a reliable transport D is 0,
   * because failures are not retransmitted. A 2xx is, end to end.
   */
  #settle(state: 'accepted' | 'completed'): void {
    this.#stop();
    this.#machine.move(state);
    const ms = state === 'completed' && isReliable(this.target) ? 0 : transactionTimeoutMs;
    this.#stopTimeout = this.#wire.scheduler.after(ms, () => this.#terminate());
  }

  readonly #failed = (error: TransportFailure): void => {
    if (!this.#machine.is('calling')) return;
    this.#terminate();
    this.#events.onTransportError(error);
  };

  #stop(): void {
    this.#stopTimerA();
    this.#stopTimeout();
    this.#copy = null;
  }

  #terminate(): void {
    this.#stop();
    this.#machine.move('terminated');
    this.#events.onTerminated();
  }
}
