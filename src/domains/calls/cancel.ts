import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { canceledInQueue, queuedOnly, whileLive } from './call-end.ts';
import { endCallIn } from './end.ts';
import { toCall } from './rows.ts';
import type { Call } from './schemas.ts';
import { lockCallStatus, requestStop } from './store/claim.ts';
import { findCall } from './store/read.ts';

/**
 * Cancels a call. A queued call is canceled at once. The process of a live call stops it within a second. Throws a 409
 * when the call is over.
 */
export async function cancelCall(
  scope: Scope & { baseUrl: string; notifier: Notifier },
  callId: string,
): Promise<Call> {
  const { organizationId, requestId } = scope.actor;
  const row = await change(scope, async (tx) => {
    const status = await lockCallStatus(tx, organizationId, callId);
    if (status === null) throw notFound('call');
    const isLive = (whileLive as readonly string[]).includes(status);
    if (isLive) await requestStop(tx, { organizationId, callId, requestId });
    else if (status === 'queued') {
      const condition = { organizationId, callId, ...queuedOnly };
      await endCallIn(tx, condition, canceledInQueue(`by request ${requestId}`));
    } else throw conflict('call.over', `The call is ${status} already.`);
    const call = await findCall(tx, organizationId, callId);
    if (!call) throw notFound('call');
    return {
      result: toCall(call, scope.baseUrl),
      audit: { verb: 'canceled', type: 'calls', id: callId, label: null },
    };
  });
  scope.notifier.notify('parley_calls');
  return row;
}
