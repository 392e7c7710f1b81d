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
   from live_calls l join calls using (organization_id, call_id)
   where l.node_id = $1 limit 1000`,
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
  /** Gives up a call that rang, by the INVITE that was written down of it; how it ended, where that is certain. */
  reclaim: (invite: unknown) => Promise<CallEnd | null>;
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

/** Ends the calls of dead processes, which frees their slots, and tells their other sides that they are over; how many. */
export async function settleLostCalls(options: LostCallsOptions): Promise<number> {
  const { db, deadNodes, log } = options;
  let settled = 0;
  for (const nodeId of await deadNodes.find(db)) {
    const rows = await db.query<HeldRow>(held, [nodeId]);
    // Those that ring are waited for together, while the others free their slots.
    const [ringing, others] = [rows.filter(isRinging), rows.filter((row) => !isRinging(row))];
    const reclaimed = Promise.all(ringing.map((row) => giveUp(options, nodeId, row)));
    for (const row of others) if (await settle(options, nodeId, row, endOfLost(row))) settled++;
    settled += (await reclaimed).filter(Boolean).length;
    await forgetNode(db, nodeId);
    log.warn({ deadNodeId: nodeId, calls: rows.length }, 'a process died; its calls were settled');
  }
  return settled;
}

function isRinging({ status, type, sip_dialog }: HeldRow): boolean {
  return status === 'ringing' && type === 'outboundPhoneCall' && sip_dialog !== null;
}

/** What was asked to stop ends as canceled, whatever the other side says. */
async function giveUp(options: LostCallsOptions, nodeId: string, row: HeldRow): Promise<boolean> {
  const end = await options.reclaim(row.sip_dialog);
  return settle(options, nodeId, row, row.stopped || end === null ? endOfLost(row) : end);
}

async function settle(
  { db, hangUp }: LostCallsOptions,
  nodeId: string,
  row: HeldRow,
  end: CallEnd,
): Promise<boolean> {
  const { organization_id: organizationId, call_id: callId } = row;
  const condition = { organizationId, callId, from: liveStatuses, nodeId };
  const latency = row.turns && { latency: callLatency(row.turns) };
  if (!(await endCall(db, condition, { ...end, ...latency }))) return false;
  const dialogs = isRinging(row) ? [row.second_leg_dialog] : [row.sip_dialog, row.second_leg_dialog];
  for (const dialog of dialogs) if (dialog) hangUp(dialog);
  return true;
}
