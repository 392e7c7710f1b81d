import { ApiError, networkOf, RateLimiter } from '../../platform/kernel/index.ts';

/** Attempts in a minute: of one address, and for one e-mail address or member. */
const attemptsOfAddress = 30;
const attemptsForName = 10;

/** Holds guessers up, by where they come from and by whom they want to be. Counted by each process for itself. */
export class SignInLimits {
  readonly #addresses = new RateLimiter(attemptsOfAddress);
  readonly #names = new RateLimiter(attemptsForName);

  /** Counts an attempt; throws a 429 where there were too many. `name`: null where nobody is named. */
  count(address: string, name: string | null, nowMs: number): void {
    const ofAddress = this.#addresses.count(networkOf(address), nowMs);
    // Who is held up by the address uses up no attempts of those who are named.
    const ofName = name === null || ofAddress > 0 ? 0 : this.#names.count(name.toLowerCase(), nowMs);
    const waitSeconds = Math.max(ofAddress, ofName);
    if (waitSeconds === 0) return;
    const headers = { 'retry-after': String(waitSeconds) };
    throw new ApiError(429, 'rate_limited', 'Too many attempts; try again in a minute.', { headers });
  }
}
