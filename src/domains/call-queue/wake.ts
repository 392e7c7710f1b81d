import { type Queryable, statement } from '../../platform/db/index.ts';

/**
 * The most held calls that one statement makes due, because a million may wait. This number lasts for hours of dialing.
 * The dialer checks the others again by itself. Locked rows belong to calls that are being claimed or ended.
 */
const wokenMax = 10_000;

const ofNumber = statement(
  'call_queue.wake_number',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and phone_number_id = $2
       and hold_reason in ('no-trunk', 'trunk-down', 'trunk-limit') and due_at > dialer_now()
     limit ${wokenMax} for update skip locked))`,
);
const withoutNumber = statement(
  'call_queue.wake_number_limit',
  `update queued_calls set due_at = dialer_now(), hold_reason = null
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and hold_reason = 'number-limit'
     limit ${wokenMax} for update skip locked))`,
);
const ofTrunk = statement(
  'call_queue.wake_trunk',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select q.call_id from queued_calls q
       join phone_numbers n on n.organization_id = q.organization_id and n.phone_number_id = q.phone_number_id
     where q.organization_id = $1 and $2 = any(n.trunk_id || n.fallback_trunk_ids) and q.hold_reason = $3
       and q.due_at > dialer_now()
     limit ${wokenMax} for update of q skip locked))`,
);
const ofCampaign = statement(
  'call_queue.wake_campaign',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and campaign_id = $2
       and hold_reason = 'circuit-open' and due_at > dialer_now()
     limit ${wokenMax} for update skip locked))`,
);

/** Makes calls due that wait for their phone number to have a trunk that takes calls. */
export async function wakeCallsOfNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<void> {
  await db.query(ofNumber, [organizationId, phoneNumberId]);
}

/** Makes calls due that wait because every number reached its calls of the day. */
export async function wakeCallsWithoutNumber(db: Queryable, organizationId: string): Promise<void> {
  await db.query(withoutNumber, [organizationId]);
}

/** Makes calls due that a trunk held for this reason. */
export async function wakeCallsOfTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  holdReason: 'trunk-down' | 'circuit-open',
): Promise<void> {
  await db.query(ofTrunk, [organizationId, trunkId, holdReason]);
}

/** Makes calls due that the circuit of their campaign held. */
export async function wakeCallsOfCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<void> {
  await db.query(ofCampaign, [organizationId, campaignId]);
}
