import { type Database, statement, toJson } from '../../../platform/db/index.ts';
import { statesBefore } from '../state.ts';
import { recordEvent } from './events.ts';
import type { HeldCall } from './progress.ts';

const forward = statement(
  'calls.forwarding',
  `update calls set status = 'forwarding', transfer_destination = $5
   where organization_id = $1 and call_id = $2 and node_id = $3 and status = any($4) returning 1`,
);
const takeBack = statement(
  'calls.taken_back',
  `with moved as (
     update calls set status = 'in-progress', transfer_destination = null, second_leg_dialog = null
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'forwarding' returning 1)
   update live_calls set second_leg_trunk_id = null from moved where organization_id = $1 and call_id = $2 returning 1`,
);

const goOn = statement(
  'calls.goes_on',
  `with moved as (
     update calls set status = 'in-progress', transfer_destination = null, second_leg_dialog = null, sip_dialog = $4
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'forwarding' returning 1)
   update live_calls set second_leg_trunk_id = null from moved where organization_id = $1 and call_id = $2 returning 1`,
);

const takeLeg = statement(
  'calls.take_second_leg_line',
  'select take_second_leg_line($1, $2, $3, $4) as state',
);
const keepLeg = statement(
  'calls.keep_second_leg',
  `update calls set second_leg_dialog = $4
   where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'forwarding'`,
);

/** Whether a second leg may be dialed for a call, or the reason why not. */
export type SecondLegState = 'granted' | 'organization-limit' | 'trunk-limit' | 'ended';

/**
 * Takes a line of the organization and of the trunk for the second leg of a call. The line is free again when the call
 * ends or the agent takes the caller back.
 */
export async function takeSecondLeg(db: Database, call: HeldCall, trunkId: string): Promise<SecondLegState> {
  const { organizationId, callId, nodeId } = call;
  const [row] = await db.query<{ state: SecondLegState }>(takeLeg, [organizationId, callId, nodeId, trunkId]);
  return row!.state;
}

/** Stores the dialog of the second leg, so that another process can end it if this one dies. */
export async function keepSecondLeg(db: Database, call: HeldCall, dialog: object): Promise<void> {
  const { organizationId, callId, nodeId } = call;
  await db.query(keepLeg, [organizationId, callId, nodeId, toJson(dialog)]);
}

/** Marks a call as being transferred. Returns false when this process no longer holds the call. */
export async function markForwarding(
  db: Database,
  call: HeldCall,
  { destination, message }: { destination: string; message: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { organizationId, callId, nodeId } = call;
    const from = [...statesBefore('forwarding'), 'forwarding'];
    const rows = await tx.query(forward, [organizationId, callId, nodeId, from, destination]);
    if (rows.length === 0) return false;
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'transfer', message });
    return true;
  });
}

/** Marks that the agent has the caller again: after a failed transfer, or under a member of a team who took the call. */
export async function markTakenBack(
  db: Database,
  call: HeldCall,
  message: string,
  reason: 'transfer-failed' | 'team-answered' = 'transfer-failed',
): Promise<void> {
  await db.transaction(async (tx) => {
    const { organizationId, callId, nodeId } = call;
    await tx.query(takeBack, [organizationId, callId, nodeId]);
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason, message });
  });
}

/**
 * Marks that the agent speaks with a new party, to whom the peer transferred the call. `dialog` ends that leg if this
 * process dies.
 */
export async function markGoesOn(
  db: Database,
  call: HeldCall,
  { dialog, message }: { dialog: object | null; message: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { organizationId, callId, nodeId } = call;
    const rows = await tx.query(goOn, [organizationId, callId, nodeId, toJson(dialog)]);
    if (rows.length === 0) return;
    await recordEvent(tx, organizationId, callId, {
      decision: 'noted',
      reason: 'transfer-followed',
      message,
    });
  });
}
