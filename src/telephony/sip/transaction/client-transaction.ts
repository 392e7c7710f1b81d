import { fairTimeout } from '../../../platform/kernel/index.ts';
import { t1Ms, t2Ms, t4Ms, transactionTimeoutMs } from '../base/scheduler.ts';
import { type Endpoint, isReliable, type TransportFailure } from '../base/transport.ts';
import type { SipResponse } from '../message/message.ts';
import { type OutgoingRequest, serializeRequest } from '../message/serialize.ts';
import type { Wire } from '../transport/wire.ts';
import type { ClientTransactionEvents } from './invite-client-transaction.ts';
import { StateMachine, type Transitions } from './state-machine.ts';

type State = 'trying' | 'proceeding' | 'completed' | 'terminated';

/** RFC 3261 §17.1.2, figure 6. */
export const clientTransitions: Transitions<State> = {
  trying: ['proceeding', 'completed', 'terminated'],
  proceeding: ['completed', 'terminated'],
  completed: ['terminated'],
  terminated: [],
};

/** Sends our request other than INVITE. */
export class ClientTransaction {
  readonly #wire: Wire;
  readonly #events: ClientTransactionEvents;
  readonly #machine = new StateMachine<State>('client transaction', clientTransitions, 'trying');
  readonly #bytes: Buffer;
  readonly #target: Endpoint;
  #stopTimerE: () => void;
  /** Timer F, then K. */
  #stopTimeout: () => void;

  constructor(request: OutgoingRequest, target: Endpoint, wire: Wire, events: ClientTransactionEvents) {
    this.#wire = wire;
    this.#events = events;
    this.#target = target;
    this.#bytes = serializeRequest(request);
    wire.send(this.#bytes, target, this.#failed);
    this.#stopTimerE = isReliable(target) ? () => {} : this.#startTimerE(t1Ms);
    const giveUp = (): void => {
      this.#terminate();
      events.onTimeout();
    };
    this.#stopTimeout = fairTimeout(transactionTimeoutMs, giveUp, wire.scheduler);
  }

  get state(): State {
    return this.#machine.state;
  }

  receive(response: SipResponse): void {
    if (!this.#machine.is('trying', 'proceeding')) return;
    if (response.status < 200) {
      if (this.#machine.is('trying')) this.#machine.move('proceeding');
    } else {
      this.#stop();
      this.#machine.move('completed');
      // Timer K absorbs retransmitted responses; a reliable transport has none.
      const timerKMs = isReliable(this.#target) ? 0 : t4Ms;
      this.#stopTimeout = this.#wire.scheduler.after(timerKMs, () => this.#terminate());
    }
    this.#events.onResponse(response);
  }

  terminate(): void {
    if (!this.#machine.is('terminated')) this.#terminate();
  }

  /** Timer E (§17.1.2.2) doubles up to T2 while Trying and is T2 in Proceeding. */
  #startTimerE(pauseMs: number): () => void {
    return this.#wire.scheduler.after(pauseMs, () => {
      this.#wire.resend(this.#bytes, this.#target, this.#failed);
      const next = this.#machine.is('proceeding') ? t2Ms : Math.min(pauseMs * 2, t2Ms);
      this.#stopTimerE = this.#startTimerE(next);
    });
  }

  readonly #failed = (error: TransportFailure): void => {
    if (!this.#machine.is('trying', 'proceeding')) return;
    this.#terminate();
    this.#events.onTransportError(error);
  };

  #stop(): void {
    this.#stopTimerE();
    this.#stopTimeout();
  }

  #terminate(): void {
    this.#stop();
    this.#machine.move('terminated');
    this.#events.onTerminated();
  }
}
