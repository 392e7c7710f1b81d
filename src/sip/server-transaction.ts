import type { SipRequest } from './message.ts';
import { transactionTimeoutMs } from './scheduler.ts';
import { type OutgoingResponse, serializeResponse } from './serialize.ts';
import { StateMachine, type Transitions } from './state-machine.ts';
import { isReliable } from './transport.ts';
import { responseTarget } from './via.ts';
import type { Wire } from './wire.ts';

type State = 'trying' | 'completed' | 'terminated';

/**
 * RFC 3261 §17.2.2, figure 8, without Proceeding: every request but INVITE is answered here at once, and its
 * provisional responses are discouraged (RFC 4320 §4.1).
 */
export const serverTransitions: Transitions<State> = {
  trying: ['completed', 'terminated'],
  completed: ['terminated'],
  terminated: [],
};

/** A request that reached us and is no INVITE. */
export class ServerTransaction {
  #request: SipRequest;
  readonly #wire: Wire;
  readonly #onTerminated: () => void;
  readonly #machine = new StateMachine<State>('server transaction', serverTransitions, 'trying');
  #response: Buffer | null = null;
  #stopTimerJ: () => void;

  constructor(request: SipRequest, wire: Wire, onTerminated: () => void) {
    this.#request = request;
    this.#wire = wire;
    this.#onTerminated = onTerminated;
    // A request that is never answered must not stay for ever.
    this.#stopTimerJ = wire.scheduler.after(transactionTimeoutMs, () => this.terminate());
  }

  /** The request; once it is answered, without its body and header fields. */
  get request(): SipRequest {
    return this.#request;
  }

  get state(): State {
    return this.#machine.state;
  }

  /** Sends the final response; a second one is not sent. */
  respond(response: OutgoingResponse): void {
    if (!this.#machine.is('trying')) return;
    this.#response = serializeResponse(response);
    this.#machine.move('completed');
    const to = responseTarget(this.request.topVia);
    this.#wire.send(this.#response, to);
    queueMicrotask(() => this.#letGo());
    // Timer J answers repetitions of the request for 64*T1; there are none over a reliable transport.
    this.#stopTimerJ();
    const timerJMs = isReliable(to) ? 0 : transactionTimeoutMs;
    this.#stopTimerJ = this.#wire.scheduler.after(timerJMs, () => this.terminate());
  }

  /** The same request again: the same answer again. */
  receive(): void {
    if (this.#response) this.#wire.resend(this.#response, responseTarget(this.request.topVia));
  }

  /** For timer J only the way back is needed: what a peer writes into its requests is not kept for so long. */
  #letGo(): void {
    this.#request = { ...this.#request, headers: new Map(), body: Buffer.alloc(0) };
  }

  terminate(): void {
    if (this.#machine.is('terminated')) return;
    this.#stopTimerJ();
    this.#machine.move('terminated');
    this.#onTerminated();
  }
}
