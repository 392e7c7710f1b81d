import { networkOf } from '../../platform/http/index.ts';
import { ApiError, RateLimiter } from '../../platform/kernel/index.ts';

/** Attempts per minute: from one address, and for one e-mail address or member. */
const attemptsOfAddress = 30;
const attemptsForName = 10;

/** Limits guessing by source address and by name. Each process counts separately. */
export class SignInLimits {
  readonly #addresses = new RateLimiter(attemptsOfAddress);
  readonly #names = new RateLimiter(attemptsForName);

  /** Counts an attempt. Throws a 429 over the limit. `name` null: the attempt names no member. */
  count(address: string, name: string | null, nowMs: number): void {
    const ofAddress = this.#addresses.count(networkOf(address), nowMs);
    // An address over its limit uses up no attempts of the name, so it cannot lock a member out.
    const ofName = name === null || ofAddress > 0 ? 0 : this.#names.count(name.toLowerCase(), nowMs);
    const waitSeconds = Math.max(ofAddress, ofName);
    if (waitSeconds === 0) return;
    const headers = { 'retry-after': String(waitSeconds) };
    throw new ApiError(429, 'rate_limited', 'Too many attempts. Try again in a minute.', { headers });
  }
}
