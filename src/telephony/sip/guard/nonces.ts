import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomHex } from '../../../platform/kernel/index.ts';
import type { Scheduler } from '../base/scheduler.ts';

/** How long a nonce may be answered. */
const validMs = 120_000;
/**
 * The most nonces whose counts are remembered. The oldest is forgotten first. It is stale then, and so are unused ones that are not
 * younger.
 */
const defaultCountsMax = 20_000;

/**
 * The nonces of our challenges (RFC 7616 §3.3). A nonce holds its end and is signed for the address that got it, so that
 * none is stored until it is answered, and an answer is of no use at another address.
 */
export class Nonces {
  readonly #scheduler: Scheduler;
  readonly #countsMax: number;
  readonly #key = randomBytes(32);
  /** The highest count of each answered nonce. */
  readonly #counts = new Map<string, number>();
  /** The latest end of a nonce whose count was forgotten. */
  #forgottenUntilMs = Number.NEGATIVE_INFINITY;

  constructor(scheduler: Scheduler, countsMax = defaultCountsMax) {
    this.#scheduler = scheduler;
    this.#countsMax = countsMax;
  }

  /** Returns a new nonce for an address. */
  next(address: string): string {
    const head = `${Math.ceil(this.#scheduler.nowMs() + validMs).toString(36)}.${randomHex(8)}`;
    return `${head}.${this.#sign(head, address)}`;
  }

  /** Returns whether a nonce is ours for this address and not too old. */
  isValid(nonce: string, address: string): boolean {
    const [end = '', random = '', signature = ''] = nonce.split('.');
    const wanted = Buffer.from(this.#sign(`${end}.${random}`, address));
    const given = Buffer.from(signature);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
    return endOf(nonce) > this.#scheduler.nowMs();
  }

  /** Uses a valid nonce once. False when this count, or a later one, was used before: a replay (RFC 7616 §3.4). */
  use(nonce: string, count: string): boolean {
    const number = Number.parseInt(count, 16);
    const last = this.#counts.get(nonce);
    const mayBeForgotten = last === undefined && endOf(nonce) <= this.#forgottenUntilMs;
    if (mayBeForgotten || number <= (last ?? 0)) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, number);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > this.#countsMax && oldest !== undefined) {
      this.#counts.delete(oldest);
      this.#forgottenUntilMs = Math.max(this.#forgottenUntilMs, endOf(oldest));
    }
    return true;
  }

  #sign(head: string, address: string): string {
    return createHmac('sha256', this.#key).update(`${head} ${address}`).digest('hex').slice(0, 32);
  }
}

/** Returns when a nonce of ours is over. */
function endOf(nonce: string): number {
  return Number.parseInt(nonce.split('.', 1)[0]!, 36);
}
