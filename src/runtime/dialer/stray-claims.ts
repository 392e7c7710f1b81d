import {
  type CallEnd,
  type CallStatus,
  canceledWithoutProcess,
  endCall,
  liveStatuses,
} from '../../domains/calls/index.ts';
import { giveProbeBack } from '../../domains/circuits/index.ts';
import { type Database, readStatement, statement } from '../../platform/db/index.ts';
import { cancelIfStopped } from './claim.ts';
import { requeueSql } from './requeue.ts';

const held = readStatement(
  'dialer.held',
  `select organization_id, call_id, status, stop_requested is not null as stopped
   from live_calls l join calls using (organization_id, call_id)
   where l.node_id = $1 and coalesce(dialing_at, ringing_at, created_at) <= (select dialer_now()) - $2 * interval '1 millisecond'`,
);
const release = statement('dialer.release', requeueSql('coalesce(place_before, dialer_now())', 'null'));

interface HeldRow {
  organization_id: string;
  call_id: string;
  status: CallStatus;
  stopped: boolean;
}

const lost: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'worker-lost',
  message: 'The process that held the call lost it.',
};

const lostDialed: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'unknown-outcome',
  message:
    'The process that dialed the call lost it; whether it was answered is not known. It is not dialed again.',
};

/** A claim that is older than this was handed over, or never will be. */
const handedOverAfterMs = 45_000;

/**
 * Settles what is on record as held by this process and is not: a failure between the claim and the hand-over
 * leaves such rows. What is only claimed goes back into the queue, because a call is carried before its INVITE is
 * sent, so none was; one whose INVITE is on record all the same, and anything further on, is ended. Statements take less
 * than the age that is asked for, and a claim that is handed over later still is refused by its branch; a process that
 * claims no more and carries nothing asks for all (`olderThanMs` 0). Answers how many were settled.
 */
export async function releaseStrayClaims(
  db: Database,
  nodeId: string,
  carries: (callId: string) => boolean,
  olderThanMs = handedOverAfterMs,
): Promise<number> {
  const rows = await db.query<HeldRow>(held, [nodeId, olderThanMs]);
  let settled = 0;
  for (const { organization_id: organizationId, call_id: callId, status, stopped } of rows) {
    if (carries(callId)) continue;
    if (status === 'dialing' && (await releaseClaim(db, { organizationId, callId, nodeId }))) {
      settled++;
      continue;
    }
    const condition = { organizationId, callId, from: liveStatuses, nodeId };
    const lostThen = status === 'dialing' ? lostDialed : lost;
    const ending = stopped ? canceledWithoutProcess(status) : lostThen;
    if (await endCall(db, condition, ending)) settled++;
  }
  return settled;
}

/**
 * Puts a claimed call whose INVITE was never sent back to where it was in the queue; one that was told to stop meanwhile
 * is canceled. False when it is not the process's any more, or an INVITE of it is on record.
 */
export async function releaseClaim(
  db: Database,
  { organizationId, callId, nodeId }: { organizationId: string; callId: string; nodeId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const values = [organizationId, callId, nodeId];
    const [released] = await tx.query<{ stop_requested: string | null }>(release, values);
    if (released) await giveProbeBack(tx, organizationId, callId);
    if (released) await cancelIfStopped(tx, organizationId, callId, released.stop_requested);
    return released !== undefined;
  });
}
