import { isIPv6 } from 'node:net';
import { ApiError, RateLimiter } from '../kernel/index.ts';

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
    const ofName = name === null ? 0 : this.#names.count(name.toLowerCase(), nowMs);
    const waitSeconds = Math.max(ofAddress, ofName);
    if (waitSeconds === 0) return;
    const headers = { 'retry-after': String(waitSeconds) };
    throw new ApiError(429, 'rate_limited', 'Too many attempts; try again in a minute.', { headers });
  }
}

/** Who has one IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [before = '', after] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array<string>(8 - groups.length - last.length).fill('0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}
