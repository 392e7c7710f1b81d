import { change, type Scope } from '../audit/index.ts';
import { conflict, newId } from '../kernel/index.ts';
import type { Suppression } from './schemas.ts';
import { findSuppression, insertSuppression } from './store.ts';

/**
 * No call is dialed to the number from now on; one that is queued is refused when its turn comes. A number that is
 * suppressed already stays as it is.
 */
export async function suppressCustomer(
  scope: Scope,
  { phoneNumber, callId }: { phoneNumber: string; callId: string | null },
): Promise<Suppression> {
  const { organizationId } = scope.actor;
  const suppressionId = newId('suppression');
  return change(scope, async (tx) => {
    const made = await insertSuppression(tx, organizationId, { suppressionId, phoneNumber, callId });
    if (made) {
      // The number is the customer's: the trail names the suppression alone.
      return { result: made, audit: { verb: 'created', type: 'suppressions', id: suppressionId } };
    }
    const known = await findSuppression(tx, organizationId, phoneNumber);
    if (!known) throw conflict('suppression.changed', 'The suppression was removed at the same moment.');
    return { result: known, audit: [] };
  });
}
