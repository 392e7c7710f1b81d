import { callLatency } from '../../conversation/pipeline/index.ts';
import {
  type CallEnd,
  type CallStatus,
  type CallTurn,
  type CallType,
  canceledWithoutProcess,
  endCall,
  liveStatuses,
} from '../../domains/calls/index.ts';
import type { SealedCredentials } from '../../domains/trunks/index.ts';
import { type Database, readStatement } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { type DeadNodes, forgetNode } from '../../platform/nodes/index.ts';
import { releaseClaim } from '../dialer/index.ts';

const held = readStatement(
  'upkeep.held',
  `select l.organization_id, l.call_id, c.status, c.type, c.stop_requested is not null as stopped, c.sip_dialog,
     c.second_leg_dialog, c.turns, l.asking, t.trunk_id, t.username, t.sealed_password
   from live_calls l join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id
     left join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
     left join trunks t on t.organization_id = c.organization_id and t.trunk_id = coalesce(c.trunk_id, n.trunk_id)
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
  /** Somebody was asked about it, so that it was not dialed. */
  asking: boolean;
  /** The trunk that it went over, and its second leg; null: the number has none any more. */
  trunk_id: string | null;
  username: string | null;
  sealed_password: Buffer | null;
}

export interface LostCallsOptions {
  db: Database;
  deadNodes: DeadNodes;
  log: Log;
  /** Tells the other side of an answered call, by the dialog that was written down of it, that it is over. */
  hangUp: (dialog: unknown, trunk: SealedCredentials | null) => void;
  /** Gives up a call that rang, by the INVITE that was written down of it; how it ended, where that is certain. */
  reclaim: (invite: unknown, trunk: SealedCredentials | null) => Promise<CallEnd | null>;
  /** The slots of so many calls were freed. */
  onFreed: (calls: number) => void;
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

/** Calls that are settled at the same time. */
const settledAtOnce = 8;

/**
 * Ends the calls of dead processes, which frees their slots, and tells their other sides that they are over. Each
 * process is settled by itself: the others are neither looked at less often nor settled later while the telephones of
 * one are waited for.
 */
export class LostCalls {
  readonly #options: LostCallsOptions;
  readonly #settling = new Map<string, Promise<void>>();

  constructor(options: LostCallsOptions) {
    this.#options = options;
  }

  /** Looks for processes that died, and begins to settle their calls; how many were found. To be called once a second. */
  async look(): Promise<number> {
    const { db, deadNodes, log } = this.#options;
    const found = (await deadNodes.find(db)).filter((nodeId) => !this.#settling.has(nodeId));
    for (const nodeId of found) {
      const settled = this.#settle(nodeId)
        .catch((error: unknown) =>
          log.error(
            { err: error, deadNodeId: nodeId },
            'the calls of a dead process were not settled; they are tried again',
          ),
        )
        .finally(() => this.#settling.delete(nodeId));
      this.#settling.set(nodeId, settled);
    }
    return found.length;
  }

  /** Resolves when what was begun is over. */
  async close(): Promise<void> {
    await Promise.all(this.#settling.values());
  }

  async #settle(nodeId: string): Promise<void> {
    const { db, log } = this.#options;
    const rows = await db.query<HeldRow>(held, [nodeId]);
    // Those that ring are waited for together, while the others free their slots.
    const [unanswered, others] = [rows.filter(mayRing), rows.filter((row) => !mayRing(row))];
    const reclaimed = Promise.allSettled(
      unanswered.map(async (row) => this.#told(await giveUp(this.#options, nodeId, row))),
    );
    for (let i = 0; i < others.length; i += settledAtOnce) {
      const some = others.slice(i, i + settledAtOnce);
      const ended = await Promise.all(some.map((row) => settle(this.#options, nodeId, row, endOfLost(row))));
      this.#told(...ended);
    }
    const failed = (await reclaimed).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    await forgetNode(db, nodeId);
    log.warn({ deadNodeId: nodeId, calls: rows.length }, 'a process died; its calls were settled');
  }

  #told(...ended: boolean[]): void {
    const calls = ended.filter(Boolean).length;
    if (calls > 0) this.#options.onFreed(calls);
  }
}

function mayRing({ status, type, sip_dialog }: HeldRow): boolean {
  const isUnanswered = status === 'dialing' || status === 'ringing';
  return isUnanswered && type === 'outboundPhoneCall' && sip_dialog !== null;
}

function trunkOf(row: HeldRow): SealedCredentials | null {
  const {
    organization_id: organizationId,
    trunk_id: trunkId,
    username,
    sealed_password: sealedPassword,
  } = row;
  return trunkId === null ? null : { organizationId, trunkId, username, sealedPassword };
}

/** What was asked to stop ends as canceled, whatever the other side says. */
async function giveUp(options: LostCallsOptions, nodeId: string, row: HeldRow): Promise<boolean> {
  const end = await options.reclaim(row.sip_dialog, trunkOf(row));
  return settle(options, nodeId, row, row.stopped || end === null ? endOfLost(row) : end);
}

async function settle(
  { db, hangUp }: LostCallsOptions,
  nodeId: string,
  row: HeldRow,
  end: CallEnd,
): Promise<boolean> {
  const { organization_id: organizationId, call_id: callId } = row;
  if (row.asking && (await releaseClaim(db, { organizationId, callId, nodeId }))) return true;
  const condition = { organizationId, callId, from: liveStatuses, nodeId };
  const latency = row.turns && { latency: callLatency(row.turns) };
  if (!(await endCall(db, condition, { ...end, ...latency }))) return false;
  const dialogs = mayRing(row) ? [row.second_leg_dialog] : [row.sip_dialog, row.second_leg_dialog];
  for (const dialog of dialogs) if (dialog) hangUp(dialog, trunkOf(row));
  return true;
}
