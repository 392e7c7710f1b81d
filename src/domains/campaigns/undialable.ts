import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '../../platform/db/index.ts';
import { reachOf } from '../organizations/index.ts';
import { dialability } from '../rules/index.ts';
import { suppressedAmong } from '../suppressions/index.ts';

/** How many numbers are judged without a pause. */
const numbersAtOnce = 100;

/**
 * Returns for each number (E.164) why a call to it would end before it is dialed, by the organization's settings and
 * suppressions of now, or null. These are the rules of the dialer's gate that end a call because of its number.
 */
export async function undialableReasons(
  db: Queryable,
  organizationId: string,
  numbers: readonly string[],
): Promise<(string | null)[]> {
  const { allowedCountries, allowedNumberTypes } = await reachOf(db, organizationId);
  const suppressed = await suppressedAmong(db, organizationId, numbers);
  const reasons: (string | null)[] = [];
  for (const number of numbers) {
    // Other requests are answered meanwhile: parsing a number takes some 40 µs.
    if (reasons.length % numbersAtOnce === numbersAtOnce - 1) await setImmediate();
    const reach = dialability(number, allowedCountries, allowedNumberTypes);
    if (!reach.allowed) reasons.push(predicate(reach.message));
    else reasons.push(suppressed.has(number) ? 'is on the suppression list' : null);
  }
  return reasons;
}

/** Returns a sentence about a number as what follows the name of its field. */
function predicate(message: string): string {
  return message.replace(/^The number /, '').replace(/\.$/, '');
}
