import { type Audited, change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type Actor, conflict, newId } from '../../platform/kernel/index.ts';
import type { Suppression } from './schemas.ts';
import { findSuppression, insertSuppression } from './store.ts';

/** Who is not to be called, and where that came from. */
type NewSuppression = Pick<Suppression, 'phoneNumber' | 'source'> &
  Partial<Pick<Suppression, 'reason' | 'callId'>>;

/**
 * No call is dialed to the number from now on; one that is queued is refused when its turn comes, one that rings is
 * given up within a second. A number that is suppressed already stays as it is.
 */
export async function suppressCustomer(scope: Scope, suppression: NewSuppression): Promise<Suppression> {
  return change(scope, (tx) => suppressWithin(tx, scope.actor, suppression));
}

/** The same in a transaction of the caller's, who audits what is handed back. */
export async function suppressWithin(
  tx: Queryable,
  { organizationId, memberId: createdBy }: Actor,
  { phoneNumber, source, reason = null, callId = null }: NewSuppression,
): Promise<Audited<Suppression>> {
  const suppressionId = newId('suppression');
  const values = { suppressionId, phoneNumber, source, reason, callId, createdBy };
  const made = await insertSuppression(tx, organizationId, values);
  if (made) {
    // The number is the customer's: the trail names the suppression alone.
    return { result: made, audit: { verb: 'created', type: 'suppressions', id: suppressionId } };
  }
  const known = await findSuppression(tx, organizationId, phoneNumber);
  if (!known) throw conflict('suppression.changed', 'The suppression was removed at the same moment.');
  return { result: known, audit: [] };
}
