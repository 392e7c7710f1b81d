import type { Queryable } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { Suppression } from './schemas.ts';
import { insertSuppressions } from './store.ts';

/**
 * Suppresses a list of E.164 numbers in one statement, in a transaction of the caller's, who audits what it is part
 * of; at most some 10,000 at a time. Numbers that are suppressed already, or stand twice in the list, count once and
 * stay as they were. Answers those that are new: nobody needs to be told of the others again.
 */
export async function suppressMany(
  tx: Queryable,
  organizationId: string,
  phoneNumbers: readonly string[],
  origin: Pick<Suppression, 'source' | 'reason' | 'createdBy'>,
): Promise<Pick<Suppression, 'suppressionId' | 'phoneNumber'>[]> {
  const once = [...new Set(phoneNumbers)];
  if (once.length === 0) return [];
  const numbers = once.map((phoneNumber) => ({ suppressionId: newId('suppression'), phoneNumber }));
  return insertSuppressions(tx, organizationId, numbers, origin);
}
