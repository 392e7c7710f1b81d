import { type Audited, change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { conflict, newId } from '../../platform/kernel/index.ts';
import type { Suppression } from './schemas.ts';
import { findSuppression, insertSuppression } from './store.ts';

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
