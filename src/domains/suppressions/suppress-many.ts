import type { Queryable } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { Suppression } from './schemas.ts';
import { insertSuppressions } from './store.ts';

/**
 * Suppresses a list of E.164 numbers in one statement, in the caller's transaction. The caller writes the audit entry.
 * For up to about 10,000 numbers. Existing suppressions stay unchanged, and a number that appears twice is suppressed
 * once. Returns the new suppressions.
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
