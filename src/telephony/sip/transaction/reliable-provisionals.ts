import { randomInt } from 'node:crypto';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { repeatWithBackoff, type Scheduler, transactionTimeoutMs } from '../base/scheduler.ts';
import {
  type CSeq,
  headerOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/message.ts';
import type { OutgoingResponse } from '../message/serialize.ts';
import { optionTags } from '../message/session-expires.ts';
import type { InviteServerTransaction } from './invite-server-transaction.ts';

/** The option tag of RFC 3262. */
const reliable = '100rel';

/** Whether a request demands that our provisional responses are acknowledged (RFC 3262 §3). */
export function demandsReliable(request: SipMessage): boolean {
  return optionTags(request, 'require').includes(reliable);
}

/** The sequence number of a provisional response that has to be acknowledged (RFC 3262 §4); null for any other. */
export function reliableNumber(response: SipResponse): number | null {
  if (response.status <= 100 || !optionTags(response, 'require').includes(reliable)) return null;
  const value = headerOf(response, 'rseq') ?? '';
  const number = /^[0-9]{1,10}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= 0xffffffff ? number : null;
}

/**
 * Our provisional responses to an INVITE that demands that they arrive (RFC 3262 §3): each is repeated until its PRACK
 * comes, one at a time; of those that wait only the latest is sent.
 */
export class ReliableProvisionals {
  readonly #scheduler: Scheduler;
  readonly #transaction: InviteServerTransaction;
  readonly #onNever: () => void;
  /** Of the INVITE. */
  readonly #cseq: CSeq;
  #number = randomInt(1, 0x7fffffff);
  #open: { number: number; stop: () => void } | null = null;
  #waiting: OutgoingResponse | null = null;

  /** `onNever`: no PRACK came in time. */
  constructor(scheduler: Scheduler, transaction: InviteServerTransaction, onNever: () => void) {
    this.#scheduler = scheduler;
    this.#transaction = transaction;
    this.#cseq = transaction.request.cseq;
    this.#onNever = onNever;
  }

  send(response: OutgoingResponse): void {
    if (this.#open) {
      this.#waiting = response;
      return;
    }
    const number = this.#number++;
    const headers = [...response.headers, ['Require', reliable], ['RSeq', String(number)]] as const;
    this.#transaction.respond({ ...response, headers });
    const stopRepeating = repeatWithBackoff(this.#scheduler, transactionTimeoutMs, () =>
      this.#transaction.repeat(),
    );
    const giveUp = (): void => {
      this.stop();
      this.#onNever();
    };
    const stopTimeout = fairTimeout(transactionTimeoutMs, giveUp, this.#scheduler);
    this.#open = {
      number,
      stop() {
        stopRepeating();
        stopTimeout();
      },
    };
  }

  /** The status that a PRACK gets: 481 for one that acknowledges nothing of ours. */
  acknowledge(prack: SipRequest): 200 | 400 | 481 {
    const rack = /^([0-9]{1,10})[ \t]+([0-9]{1,10})[ \t]+(\S+)$/.exec(headerOf(prack, 'rack') ?? '');
    if (!rack) return 400;
    const { number, method } = this.#cseq;
    const isOfInvite = Number(rack[2]) === number && rack[3] === method;
    if (!this.#open || !isOfInvite || Number(rack[1]) !== this.#open.number) return 481;
    this.#open.stop();
    this.#open = null;
    const next = this.#waiting;
    this.#waiting = null;
    if (next) this.send(next);
    return 200;
  }

  /** Repeats nothing more, because the INVITE is answered; the PRACK that is on its way is still taken. */
  stop(): void {
    this.#waiting = null;
    this.#open?.stop();
  }
}
