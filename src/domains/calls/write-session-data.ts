import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import type { SessionData } from './schemas.ts';
import { callExists, storeSessionData } from './store/look-up.ts';

/** Writes the session data of a call. A write replaces the data and restarts its time to live. */
export async function writeSessionData(scope: Scope, callId: string, input: SessionData) {
  return change(scope, async (tx) => {
    const { organizationId } = scope.actor;
    const expiresAt = await storeSessionData(tx, organizationId, callId, input);
    if (expiresAt === null) {
      if (!(await callExists(tx, organizationId, callId))) throw notFound('call');
      throw conflict('call.erased', 'The data of the customer of this call was deleted.');
    }
    return {
      result: { callId, ...input, expiresAt },
      audit: { verb: 'updated', type: 'call_session_data', id: callId, label: null },
    };
  });
}
