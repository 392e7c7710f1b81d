import { change, type Scope } from '../../platform/audit/index.ts';
import { type Notifier, statement } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { findCall } from './read-store.ts';
import { redialOne } from './redial-store.ts';
import { toCall } from './rows.ts';
import type { Call } from './schemas.ts';

const lock = statement(
  'calls.redial_lock',
  `select c.ended_reason, c.campaign_id, k.status as campaign_status from calls c
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where c.organization_id = $1 and c.call_id = $2 for update of c`,
);

interface EndedRow {
  ended_reason: string | null;
  campaign_id: string;
  campaign_status: string | null;
}

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
    const [ended] = await tx.query<EndedRow>(lock, [organizationId, callId]);
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
