import { repeatWithBackoff, t2Ms, t4Ms, transactionTimeoutMs } from '../base/scheduler.ts';
import { isReliable } from '../base/transport.ts';
import type { SipRequest } from '../message/message.ts';
import { type OutgoingResponse, serializeResponse } from '../message/serialize.ts';
import { responseTarget } from '../message/via.ts';
import type { Wire } from '../transport/wire.ts';
import { present } from './server-transaction.ts';
import { StateMachine, type Transitions } from './state-machine.ts';

/** Callbacks to the user of a server transaction. */
export interface ServerTransactionEvents {
  /** RFC 6026 §7.1: an ACK to a 2xx whose sender kept the INVITE's branch. */
  onAck(ack: SipRequest): void;
  /** The ACK to a failure arrived. */
  onConfirmed(): void;
  onTerminated(): void;
}

type State = 'proceeding' | 'completed' | 'confirmed' | 'accepted' | 'terminated';

/** RFC 3261 §17.2.1, figure 7, with the Accepted state of RFC 6026 §7.1. */
export const inviteServerTransitions: Transitions<State> = {
  proceeding: ['completed', 'accepted', 'terminated'],
  completed: ['confirmed', 'terminated'],
  confirmed: ['terminated'],
  accepted: ['terminated'],
  terminated: [],
};

/** Serves an INVITE that reached us. */
export class InviteServerTransaction {
  readonly #wire: Wire;
  readonly #forget: () => void;
  /** `null` once released. */
  #request: SipRequest | null;
  #events: ServerTransactionEvents | null;
  readonly #machine = new StateMachine<State>(
    'INVITE server transaction',
    inviteServerTransitions,
    'proceeding',
  );
  #lastResponse: Buffer | null = null;
  #toTag: string | null = null;
  #stopTimerG: () => void = () => {};
  /** Timer H, then I; or L. */
  #stopTimeout: () => void = () => {};

  /** `forget` is called before the user learns that the transaction terminated. */
  constructor(request: SipRequest, wire: Wire, events: ServerTransactionEvents, forget = (): void => {}) {
    this.#request = request;
    this.#wire = wire;
    this.#events = events;
    this.#forget = forget;
  }

  /** The request. Throws once it was released. */
  get request(): SipRequest {
    return present(this.#request);
  }

  /**
   * The tag of the last response, which the response to a CANCEL repeats (§9.2); `null` when none had one.
   */
  get toTag(): string | null {
    return this.#toTag;
  }

  get state(): State {
    return this.#machine.state;
  }

  /** Sends a response. Only the first final response counts; later ones are ignored. */
  respond(response: OutgoingResponse): void {
    if (!this.#machine.is('proceeding')) return;
    const bytes = serializeResponse(response);
    this.#wire.send(bytes, responseTarget(this.request.topVia));
    this.#lastResponse = bytes;
    this.#toTag = response.toTag;
    if (response.status < 200) return;
    if (response.status < 300) {
      // The user retransmits its 2xx end to end (§13.3.1.4); here retransmitted INVITEs are only absorbed.
      this.#machine.move('accepted');
      this.#startTimeout(transactionTimeoutMs);
      return;
    }
    this.#machine.move('completed');
    if (!this.#isReliable) {
      this.#stopTimerG = repeatWithBackoff(this.#wire.scheduler, t2Ms, () => this.#resend());
    }
    this.#startTimeout(transactionTimeoutMs);
  }

  /**
   * Retransmits the last response on behalf of the user: a 2xx (§13.3.1.4), or a reliable 1xx (RFC 3262 §3).
   */
  retransmit(): void {
    this.#resend();
  }

  /**
   * Releases the request and the user once the 2xx was acknowledged or needs no ACK. Retransmitted INVITEs
   * are then absorbed without any state.
   */
  release(): void {
    this.#events = null;
    this.#lastResponse = null;
    this.#request = null;
  }

  /** Receives the INVITE again, or its ACK. */
  receive(request: SipRequest): void {
    if (request.method === 'ACK') this.#receiveAck(request);
    else if (this.#machine.is('proceeding', 'completed')) this.#resend();
  }

  terminate(): void {
    if (!this.#machine.is('terminated')) this.#terminate();
  }

  #receiveAck(ack: SipRequest): void {
    if (this.#machine.is('accepted')) this.#events?.onAck(ack);
    if (!this.#machine.is('completed')) return;
    this.#stop();
    this.#machine.move('confirmed');
    // Timer I absorbs retransmitted ACKs.
    this.#startTimeout(this.#isReliable ? 0 : t4Ms);
    this.#events?.onConfirmed();
  }

  get #isReliable(): boolean {
    return isReliable(responseTarget(this.request.topVia));
  }

  #resend(): void {
    if (this.#lastResponse) this.#wire.resend(this.#lastResponse, responseTarget(this.request.topVia));
  }

  #startTimeout(ms: number): void {
    this.#stopTimeout = this.#wire.scheduler.after(ms, () => this.#terminate());
  }

  #stop(): void {
    this.#stopTimerG();
    this.#stopTimeout();
  }

  #terminate(): void {
    this.#stop();
    this.#machine.move('terminated');
    this.#forget();
    this.#events?.onTerminated();
  }
}
