import type { HeldCall } from '../../../domains/calls/index.ts';
import { type DialPlan, dialPlanOf } from '../../../domains/rules/index.ts';
import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { DialableTrunk } from '../../dialer/index.ts';

/** The trunk that a call is on, over which it is put through, and the organization's number. */
export interface TransferRoute {
  organizationId: string;
  customerNumber: string;
  phoneNumber: string;
  trunk: Omit<DialableTrunk, 'downReason'>;
  /** How the trunk reads dialed digits, with its country. */
  dialPlan: DialPlan;
  /** The organization's own hosts: user parts that are no number are called there. */
  sipHosts: readonly string[];
  /** Whether the other side may transfer the call (REFER). */
  acceptsTransfers: boolean;
  /** Whether the agent is talking to the other side at this moment. */
  isTalking: boolean;
}

const selectRoute = readStatement(
  'session.transfer_route',
  `select c.customer_number as "customerNumber", c.agent_number as "phoneNumber", t.trunk_id as "trunkId", t.host,
     t.port, t.transport, t.username, t.sealed_password as "sealedPassword", t.codecs, t.media_encryption as "mediaEncryption",
     t.max_calls_per_second as "maxCallsPerSecond",
     t.dial_plan as "dialPlan", o.sip_hosts as "sipHosts", t.accept_transfers as "acceptsTransfers", c.status = 'in-progress' as "isTalking"
   from calls c
     join organizations o on o.organization_id = c.organization_id
     join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
     join trunks t on t.organization_id = n.organization_id and t.trunk_id = coalesce(c.trunk_id, n.trunk_id)
   where c.organization_id = $1 and c.call_id = $2`,
);

/** Returns how a call is put through, or null when its number has no trunk any more. */
export async function findTransferRoute(db: Queryable, call: HeldCall): Promise<TransferRoute | null> {
  const [row] = await db.query<TransferRoute & TransferRoute['trunk']>(selectRoute, [
    call.organizationId,
    call.callId,
  ]);
  if (!row) return null;
  const {
    customerNumber,
    phoneNumber,
    acceptsTransfers,
    isTalking,
    dialPlan: plan,
    sipHosts,
    ...trunk
  } = row;
  const { organizationId } = call;
  const dialPlan = dialPlanOf(plan, phoneNumber);
  return {
    organizationId,
    customerNumber,
    phoneNumber,
    trunk,
    dialPlan,
    sipHosts,
    acceptsTransfers,
    isTalking,
  };
}

const selectSuppression = readStatement(
  'session.is_suppressed',
  'select 1 from suppressions where organization_id = $1 and customer_number = $2',
);

/** Returns whether the organization may not call the number, which is E.164. */
export async function isSuppressed(db: Queryable, organizationId: string, e164: string): Promise<boolean> {
  return (await db.query(selectSuppression, [organizationId, e164])).length > 0;
}
