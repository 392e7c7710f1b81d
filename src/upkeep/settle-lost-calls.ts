import {
  type CallEnd,
  type CallStatus,
  type CallTurn,
  type CallType,
  canceledWithoutProcess,
  endCall,
  liveStatuses,
} from '../calls/index.ts';
import { type Database, statement } from '../db/index.ts';
import type { Log } from '../kernel/index.ts';
import { type DeadNodes, forgetNode } from '../nodes/index.ts';
import { callLatency } from '../pipeline/index.ts';

const held = statement(
  'upkeep.held',
  `select organization_id, call_id, status, type, stop_requested is not null as stopped, sip_dialog, second_leg_dialog,
     turns
   from calls
   where node_id = $1 and status in ('dialing', 'ringing', 'in-progress', 'forwarding') limit 1000`,
);

interface HeldRow {
  organization_id: string;
  call_id: string;
  status: CallStatus;
  type: CallType;
  stopped: boolean;
  sip_dialog: unknown;
  second_leg_dialog: unknown;
  /** Of the last checkpoint. */
  turns: CallTurn[] | null;
}

export interface LostCallsOptions {
  db: Database;
  deadNodes: DeadNodes;
  log: Log;
  /** Tells the other side of an answered call, by the dialog that was written down of it, that it is over. */
  hangUp: (dialog: unknown) => void;
}

/**
 * How a call ends whose process died. Once the row said `dialing`, the INVITE may have been sent: nobody can tell,
 * so it is never sent again. What had been answered is known to have rung. One that was `stopped` over the API ends as
 * canceled, as it would have without the death.
 */
function endOfLost({ status, type, stopped }: Pick<HeldRow, 'status' | 'type' | 'stopped'>): CallEnd {
  if (stopped) return canceledWithoutProcess(status);
  const endedBy = 'System ended the call' as const;
  if (type === 'outboundPhoneCall' && (status === 'dialing' || status === 'ringing')) {
    const message =
      'The process that dialed the call died; whether it was answered is not known. It is not dialed again.';
    return { status: 'ended', endedBy, endedReason: 'unknown-outcome', message };
  }
  const message = 'The process that held the call died.';
  return { status: 'ended', endedBy, endedReason: 'worker-lost', message };
}

/** Ends the calls of dead processes, which frees their slots, and hangs up on who still waits in them; how many. */
export async function settleLostCalls({ db, deadNodes, log, hangUp }: LostCallsOptions): Promise<number> {
  let settled = 0;
  for (const nodeId of await deadNodes.find(db)) {
    const rows = await db.query<HeldRow>(held, [nodeId]);
    for (const row of rows) {
      const { organization_id: organizationId, call_id: callId } = row;
      const condition = { organizationId, callId, from: liveStatuses, nodeId };
      const latency = row.turns && { latency: callLatency(row.turns) };
      if (!(await endCall(db, condition, { ...endOfLost(row), ...latency }))) continue;
      settled++;
      for (const dialog of [row.sip_dialog, row.second_leg_dialog]) if (dialog) hangUp(dialog);
    }
    await forgetNode(db, nodeId);
    log.warn({ deadNodeId: nodeId, calls: rows.length }, 'a process died; its calls were settled');
  }
  return settled;
}
