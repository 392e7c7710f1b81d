import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { toCall } from './rows.ts';
import type { Call } from './schemas.ts';
import { findCall } from './store/read.ts';
import { lockForRedial, redialOne } from './store/redial.ts';

/**
 * Dials a call with an unknown outcome again, at a person's request: as the next attempt in its campaign, once for each
 * call. Throws a 409 when the outcome is known, when the call was dialed again before, or when its campaign has ended.
 */
export async function redialCall(
  scope: Scope & { baseUrl: string; notifier: Notifier },
  callId: string,
): Promise<Call> {
  const { organizationId, requestId } = scope.actor;
  const call = await change(scope, async (tx) => {
    const ended = await lockForRedial(tx, organizationId, callId);
    if (!ended) throw notFound('call');
    if (ended.ended_reason !== 'unknown-outcome') {
      throw conflict(
        'call.outcome_known',
        'Only a call that ended as `unknown-outcome` can be dialed again.',
      );
    }
    if (ended.campaign_status === 'ended')
      throw conflict('campaign.ended', 'The campaign of the call has ended.');
    const nextId = await redialOne(tx, { organizationId, campaignId: ended.campaign_id, requestId }, callId);
    if (nextId === null)
      throw conflict('call.redialed', 'The call was dialed again before. Its `why` names the attempt.');
    const next = await findCall(tx, organizationId, nextId);
    if (!next) throw notFound('call');
    return {
      result: toCall(next, scope.baseUrl),
      audit: { verb: 'created', type: 'calls', id: nextId, label: null },
    };
  });
  scope.notifier.notify('parley_calls');
  return call;
}
