import {
  type CallEnd,
  canceledWithoutProcess,
  endCall,
  type HeldCall,
  liveStatuses,
  releaseClaimed,
} from '../../domains/calls/index.ts';
import { giveProbeBack } from '../../domains/circuits/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { cancelIfStopped } from './gatekeeper.ts';
import { recordedCalls } from './store.ts';

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
    'The process that dialed the call lost it. It is unknown whether the call was answered. It is not dialed again.',
};

/** A claim older than this was passed to the call engine, or never will be. */
const handedOverAfterMs = 45_000;

/**
 * Settles calls that are on record as this process's but that it does not carry, and returns how many. A failure between
 * claim and hand-over leaves such calls. A claimed call goes back into the queue: a process carries a call before it sends
 * the INVITE, so none was sent. A call whose INVITE is on record, or that got further, is ended.
 *
 * Statements end sooner than `olderThanMs`, and a claim that is handed over even later is refused by its branch. A process
 * that claims no more and carries no call passes 0.
 */
export async function releaseStrayClaims(
  db: Database,
  nodeId: string,
  carries: (callId: string) => boolean,
  olderThanMs = handedOverAfterMs,
): Promise<number> {
  let settled = 0;
  for (const { organizationId, callId, status, isStopped } of await recordedCalls(db, nodeId, olderThanMs)) {
    if (carries(callId)) continue;
    if (status === 'dialing' && (await releaseClaim(db, { organizationId, callId, nodeId }))) {
      settled++;
      continue;
    }
    const condition = { organizationId, callId, from: liveStatuses, nodeId };
    const lostThen = status === 'dialing' ? lostDialed : lost;
    const ending = isStopped ? canceledWithoutProcess(status) : lostThen;
    if (await endCall(db, condition, ending)) settled++;
  }
  return settled;
}

/**
 * Puts a claimed call whose INVITE was never sent back to its position in the queue, or cancels it when a stop was
 * requested meanwhile. Returns false when another process has the call or an INVITE is on record.
 */
export async function releaseClaim(db: Database, call: HeldCall): Promise<boolean> {
  const { organizationId, callId } = call;
  return db.transaction(async (tx) => {
    const released = await releaseClaimed(tx, call);
    if (!released) return false;
    await giveProbeBack(tx, organizationId, callId);
    await cancelIfStopped(tx, organizationId, callId, released.stopRequested);
    return true;
  });
}
