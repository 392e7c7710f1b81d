import { type Audited, change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import type { Suppression } from './schemas.ts';
import { deleteSuppressionRow, findSuppression, insertSuppression, insertSuppressions } from './store.ts';

/** A number to suppress, and the source of the request. */
type NewSuppression = Pick<Suppression, 'phoneNumber' | 'source'> &
  Partial<Pick<Suppression, 'reason' | 'callId'>>;

/**
 * Suppresses a number. From now on no call is dialed to it: a queued call is refused when its turn comes, and a ringing
 * one is canceled within a second. Suppressing a number again changes nothing.
 */
export async function suppressCustomer(scope: Scope, suppression: NewSuppression): Promise<Suppression> {
  return change(scope, (tx) => suppressWithin(tx, scope.actor, suppression));
}

/** Suppresses a number in the caller's transaction. The caller writes the returned audit entry. */
export async function suppressWithin(
  tx: Queryable,
  { organizationId, memberId: createdBy }: Actor,
  { phoneNumber, source, reason = null, callId = null }: NewSuppression,
): Promise<Audited<Suppression>> {
  const suppressionId = newId('suppression');
  const values = { suppressionId, phoneNumber, source, reason, callId, createdBy };
  const made = await insertSuppression(tx, organizationId, values);
  if (made) {
    // The number is the customer's, so the audit log names the suppression only.
    return { result: made, audit: { verb: 'created', type: 'suppressions', id: suppressionId } };
  }
  const known = await findSuppression(tx, organizationId, phoneNumber);
  if (!known)
    throw conflict(
      'suppression.changed',
      'The suppression was removed at the same time. Send the request again.',
    );
  return { result: known, audit: [] };
}

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

/** Removes a suppression: the customer may be called again. */
export async function deleteSuppression(scope: Scope, suppressionId: string): Promise<void> {
  return change(scope, async (tx) => {
    const isDeleted = await deleteSuppressionRow(tx, scope.actor.organizationId, suppressionId);
    if (!isDeleted) throw notFound('suppression');
    return { result: undefined, audit: { verb: 'deleted', type: 'suppressions', id: suppressionId } };
  });
}
