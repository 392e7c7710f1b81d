import { ownBytes } from '../base/own-bytes.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { type Endpoint, isReliable } from '../base/transport.ts';
import type { SipRequest } from '../message/message.ts';
import { type OutgoingResponse, serializeResponse } from '../message/serialize.ts';
import { responseTarget } from '../message/via.ts';
import type { Wire } from '../transport/wire.ts';
import { StateMachine, type Transitions } from './state-machine.ts';

type State = 'trying' | 'completed' | 'terminated';

/**
 * RFC 3261 §17.2.2, figure 8, without Proceeding: every request but INVITE is answered at once, and RFC 4320
 * §4.1 discourages its provisional responses.
 */
export const serverTransitions: Transitions<State> = {
  trying: ['completed', 'terminated'],
  completed: ['terminated'],
  terminated: [],
};

/** Returns a request that is not released yet. */
export function present(request: SipRequest | null): SipRequest {
  if (request === null) throw new Error('the transaction has released its request');
  return request;
}

/** Serves a request other than INVITE that reached us. */
export class ServerTransaction {
  /** `null` once it is answered. */
  #request: SipRequest | null;
  readonly #wire: Wire;
  readonly #onTerminated: () => void;
  readonly #machine = new StateMachine<State>('server transaction', serverTransitions, 'trying');
  #response: { bytes: Buffer; to: Endpoint } | null = null;
  #stopTimerJ: () => void;

  constructor(request: SipRequest, wire: Wire, onTerminated: () => void) {
    this.#request = request;
    this.#wire = wire;
    this.#onTerminated = onTerminated;
    // A request that is never answered must not stay forever.
    this.#stopTimerJ = wire.scheduler.after(transactionTimeoutMs, () => this.terminate());
  }

  /** The request. Available until the end of the event loop turn in which it is answered. */
  get request(): SipRequest {
    return present(this.#request);
  }

  get state(): State {
    return this.#machine.state;
  }

  /** Sends the final response; later ones are ignored. */
  respond(response: OutgoingResponse): void {
    if (!this.#machine.is('trying')) return;
    const to = responseTarget(this.request.topVia);
    const bytes = serializeResponse(response);
    this.#machine.move('completed');
    this.#response = { bytes: ownBytes(bytes), to };
    this.#wire.send(bytes, to);
    queueMicrotask(() => {
      this.#request = null;
    });
    // Timer J repeats the response to retransmitted requests for 64*T1; a reliable transport has none.
    this.#stopTimerJ();
    const timerJMs = isReliable(to) ? 0 : transactionTimeoutMs;
    this.#stopTimerJ = this.#wire.scheduler.after(timerJMs, () => this.terminate());
  }

  /**
   * Retransmits the response to a retransmitted request. Only the response is kept, because requests may be
   * long.
   */
  receive(): void {
    if (this.#response) this.#wire.resend(this.#response.bytes, this.#response.to);
  }

  terminate(): void {
    if (this.#machine.is('terminated')) return;
    this.#stopTimerJ();
    this.#machine.move('terminated');
    this.#onTerminated();
  }
}
