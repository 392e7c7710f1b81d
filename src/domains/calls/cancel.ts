import { change, type Scope } from '../../platform/audit/index.ts';
import { type Notifier, statement } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { canceledInQueue, queuedOnly, whileLive } from './call-end.ts';
import { endCallIn } from './end.ts';
import { findCall } from './read-store.ts';
import { toCall } from './rows.ts';
import type { Call } from './schemas.ts';

const lock = statement(
  'calls.lock',
  'select status from calls where organization_id = $1 and call_id = $2 for update',
);
const requestStop = statement(
  'calls.request_stop',
  `update calls set stop_requested = $3 where organization_id = $1 and call_id = $2`,
);

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
    const [current] = await tx.query<{ status: string }>(lock, [organizationId, callId]);
    if (!current) throw notFound('call');
    const live = (whileLive as readonly string[]).includes(current.status);
    if (live) await tx.query(requestStop, [organizationId, callId, requestId]);
    else if (current.status === 'queued') {
      const condition = { organizationId, callId, ...queuedOnly };
      await endCallIn(tx, condition, canceledInQueue(`by request ${requestId}`));
    } else throw conflict('call.over', `The call is ${current.status} already.`);
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
