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

/** Returns whether a request requires reliable provisional responses (RFC 3262 §3). */
export function demandsReliable(request: SipMessage): boolean {
  return optionTags(request, 'require').includes(reliable);
}

/** Returns the RSeq of a reliable provisional response (RFC 3262 §4); `null` for any other response. */
export function reliableNumber(response: SipResponse): number | null {
  if (response.status <= 100 || !optionTags(response, 'require').includes(reliable)) return null;
  const value = headerOf(response, 'rseq') ?? '';
  const number = /^[0-9]{1,10}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= 0xffffffff ? number : null;
}

/**
 * Sends reliable provisional responses to an INVITE that requires them (RFC 3262 §3). Each is retransmitted
 * until its PRACK arrives, one at a time. Of the waiting ones only the latest is sent.
 */
export class ReliableProvisionals {
  readonly #scheduler: Scheduler;
  readonly #transaction: InviteServerTransaction;
  readonly #onNever: () => void;
  /** The CSeq of the INVITE. */
  readonly #cseq: CSeq;
  #number = randomInt(1, 0x7fffffff);
  #open: { number: number; stop: () => void } | null = null;
  #waiting: OutgoingResponse | null = null;

  /** `onNever` is called when no PRACK arrives in time. */
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
      this.#transaction.retransmit(),
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

  /** Returns the status for a PRACK: 481 when it acknowledges no response of ours. */
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

  /** Stops retransmissions because the INVITE is answered. A PRACK under way is still accepted. */
  stop(): void {
    this.#waiting = null;
    this.#open?.stop();
  }
}
