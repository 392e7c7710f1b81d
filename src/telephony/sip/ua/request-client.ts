import { fairTimeout } from '../../../platform/kernel/index.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { endpointOf, type LocatedTarget, transportOf } from '../base/target.ts';
import type { Endpoint } from '../base/transport.ts';
import type { CallStack } from '../call/call-stack.ts';
import { answerToChallenge } from '../message/challenge.ts';
import { newBranch } from '../message/identifiers.ts';
import { type SipResponse, sdpOf } from '../message/message.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { firstAttempt, type OutOfDialogRequest, type RequestOutcome } from './outgoing-request.ts';

/** The most further targets of a name that a request is sent to. */
const othersMax = 3;

/** The requests outside any dialog that wait for their response. */
export class RequestClient {
  readonly #stack: CallStack;
  readonly #waiting = new Set<WaitingRequest>();
  #isOpen = true;

  constructor(stack: CallStack) {
    this.#stack = stack;
  }

  /** The number of waiting requests. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Sends a request and resolves with its outcome, `closed` when the signal aborts it. Throws a TypeError for
   * an unsendable part.
   */
  send(asked: OutOfDialogRequest, signal?: AbortSignal): Promise<RequestOutcome> {
    const { transports } = this.#stack;
    const transport = transportOf(asked.target, asked.requestUri);
    const contact = transports.contactUri({ transport, isSips: /^sips:/i.test(asked.requestUri) });
    const request = firstAttempt(asked, transports.sentBy(transport), `<${contact}>`);
    if (!this.#isOpen || signal?.aborted) return Promise.resolve(closedOutcome(false, request.cseq));
    return new Promise((resolve) => {
      const giveUp = (): void => waiting.close();
      const waiting = new WaitingRequest(this.#stack, asked, request, (outcome) => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener('abort', giveUp);
        resolve(outcome);
      });
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', giveUp);
      waiting.start();
    });
  }

  /** Aborts every waiting request. */
  close(): void {
    this.#isOpen = false;
    for (const waiting of [...this.#waiting]) waiting.close();
  }
}

function closedOutcome(sent: boolean, cseq: number): RequestOutcome {
  return { kind: 'closed', reason: 'given up', sent, cseq };
}

/** One request with its retries after challenges. */
class WaitingRequest {
  readonly #stack: CallStack;
  readonly #asked: OutOfDialogRequest;
  readonly #settled: (outcome: RequestOutcome) => void;
  #request: OutgoingRequest;
  #transaction: ClientTransaction | null = null;
  #challenges = 0;
  /** The remaining targets. */
  #others: LocatedTarget[] = [];
  /** The current target. */
  #at: LocatedTarget | null = null;
  /** False when it is certain that no byte left this machine. */
  #isSent = false;
  #isOver = false;
  #stopTimeout: () => void = () => {};

  constructor(
    stack: CallStack,
    asked: OutOfDialogRequest,
    request: OutgoingRequest,
    settled: (outcome: RequestOutcome) => void,
  ) {
    this.#stack = stack;
    this.#asked = asked;
    this.#request = request;
    this.#settled = settled;
  }

  start(): void {
    const { timeoutMs = transactionTimeoutMs, target, requestUri } = this.#asked;
    const giveUp = (): void => {
      this.#fail('timeout', 'no response');
      this.#transaction?.terminate();
    };
    this.#stopTimeout = fairTimeout(timeoutMs, giveUp, this.#stack.wire.scheduler);
    this.#stack.locate({ ...target, transport: transportOf(target, requestUri) }, (found, why) => {
      if (this.#isOver) return;
      const [first, ...others] = found.map((it) => ({ serverName: target.serverName, ...it }));
      this.#others = others.slice(0, othersMax);
      if (first) this.#sendTo(first);
      else this.#fail('unreachable', why);
    });
  }

  close(): void {
    this.#settle(closedOutcome(this.#isSent, this.#request.cseq));
    this.#transaction?.terminate();
  }

  #sendTo(target: LocatedTarget): void {
    if (this.#at) this.#stack.avoid(this.#at);
    this.#at = target;
    this.#send(endpointOf(target));
  }

  #send(to: Endpoint): void {
    this.#isSent = true;
    this.#transaction = this.#stack.transactions.sendRequest(this.#request, to, {
      onResponse: (response) => {
        if (response.status >= 200) this.#receive(response, to);
      },
      onTimeout: () => this.#fail('timeout', 'no response'),
      onTransportError: (error) => {
        this.#isSent = error.sent || this.#challenges > 0;
        // RFC 3263 §4.3: an unsent request may go to the next target with a new branch.
        const next = this.#isSent || this.#isOver ? undefined : this.#others.shift();
        this.#request = { ...this.#request, branch: newBranch() };
        if (next) this.#sendTo(next);
        else this.#fail('unreachable', error.message);
      },
      onTerminated: () => {},
    });
    // We started this Call-ID.
    this.#stack.callIds.prove(this.#request.callId);
  }

  #receive(response: SipResponse, to: Endpoint): void {
    if (this.#isOver) return;
    const retry = answerToChallenge(this.#request, response, this.#asked.credentials, this.#challenges);
    if (retry) {
      this.#challenges++;
      this.#request = retry;
      this.#send(to);
      return;
    }
    const { status: code, reason, headers } = response;
    this.#settle({
      kind: 'answered',
      code,
      reason,
      cseq: this.#request.cseq,
      headers: (name) => headers.get(name.toLowerCase()) ?? [],
      sdp: sdpOf(response),
    });
  }

  #fail(kind: 'timeout' | 'unreachable', reason: string): void {
    this.#settle({ kind, reason, sent: this.#isSent, cseq: this.#request.cseq });
  }

  #settle(outcome: RequestOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimeout();
    // RFC 3263 §4.3: the next request to this name, such as a registration's, tries another target first.
    const isTaken = outcome.kind === 'closed' || (outcome.kind === 'answered' && outcome.code !== 503);
    if (this.#at && !isTaken) this.#stack.avoid(this.#at);
    this.#settled(outcome);
  }
}
