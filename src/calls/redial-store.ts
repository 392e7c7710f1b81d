import { type Queryable, rowsGiven, statement } from '../db/index.ts';
import { newId } from '../kernel/index.ts';
import { insertAttempts } from './retry-store.ts';

const takeOne = statement(
  'calls.take_unknown',
  `delete from unknown_outcomes where organization_id = $1 and campaign_id = $2 and call_id = $3
   returning call_id, dialer_now() as now`,
);
const takeSome = statement(
  'calls.take_unknown_of_campaign',
  `delete from unknown_outcomes where organization_id = $1 and campaign_id = $2 and call_id = any(array(
     select call_id from unknown_outcomes where organization_id = $1 and campaign_id = $2
     order by call_id limit $3 for update))
   returning call_id, dialer_now() as now`,
);
const anyLeft = statement(
  'calls.any_unknown',
  'select exists (select from unknown_outcomes where organization_id = $1 and campaign_id = $2) as has_more',
);
const tell = statement(
  'calls.redialed',
  `with ${rowsGiven('given', { organization_id: 'text', call_id: 'text', message: 'text' })}
   insert into call_events (organization_id, call_id, decision, reason, message)
   select organization_id, call_id, 'retried', 'asked', message from given`,
);

interface TakenRow {
  call_id: string;
  now: string;
}

interface Redialing {
  organizationId: string;
  /** '': none. */
  campaignId: string;
  requestId: string;
}

/** Queues the next attempt of a call whose outcome is unknown and answers its id; null: that was asked for before. */
export async function redialOne(tx: Queryable, scope: Redialing, callId: string): Promise<string | null> {
  const taken = await tx.query<TakenRow>(takeOne, [scope.organizationId, scope.campaignId, callId]);
  const [redialed = null] = await redial(tx, scope, taken);
  return redialed;
}

/** The same for up to `max` calls of a campaign, those of old first. */
export async function redialSome(
  tx: Queryable,
  scope: Redialing,
  max: number,
): Promise<{ callIds: string[]; hasMore: boolean }> {
  const { organizationId, campaignId } = scope;
  const taken = await tx.query<TakenRow>(takeSome, [organizationId, campaignId, max]);
  const callIds = await redial(tx, scope, taken);
  const [left] = await tx.query<{ has_more: boolean }>(anyLeft, [organizationId, campaignId]);
  return { callIds, hasMore: left?.has_more ?? false };
}

/** Due at once: what holds a call for its schedule or anything else is found when its turn comes. */
async function redial(
  tx: Queryable,
  { organizationId, requestId }: Redialing,
  taken: readonly TakenRow[],
): Promise<string[]> {
  if (taken.length === 0) return [];
  const attempts = taken.map(({ call_id: parentCallId, now: dueAt }) => ({
    ...{ organizationId, parentCallId, callId: newId('call'), dueAt },
    ...{ notBefore: null, holdReason: null },
  }));
  await insertAttempts(tx, attempts);
  await tx.query(tell, [
    attempts.map(() => organizationId),
    attempts.map(({ parentCallId }) => parentCallId),
    attempts.map(
      ({ callId }) => `It is dialed again by request ${requestId}: the next attempt is the call ${callId}.`,
    ),
  ]);
  return attempts.map(({ callId }) => callId);
}
