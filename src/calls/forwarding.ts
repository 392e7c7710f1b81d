import { type Database, statement } from '../db/index.ts';
import { recordEvent } from './events.ts';
import type { HeldCall } from './progress.ts';
import { statesBefore } from './state.ts';

const forward = statement(
  'calls.forwarding',
  `update calls set status = 'forwarding', transfer_destination = $5
   where organization_id = $1 and call_id = $2 and node_id = $3 and status = any($4) returning 1`,
);
const takeBack = statement(
  'calls.taken_back',
  `update calls set status = 'in-progress', transfer_destination = null
   where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'forwarding' returning 1`,
);

/** The caller is being put through. False when the call is no longer this process's to move. */
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

/** The transfer failed, and the agent speaks with the caller again. */
export async function markTakenBack(db: Database, call: HeldCall, message: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { organizationId, callId, nodeId } = call;
    await tx.query(takeBack, [organizationId, callId, nodeId]);
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'transfer-failed', message });
  });
}
