import { callLatency } from '../../conversation/pipeline/index.ts';
import {
  type CallEnd,
  type CallWriter,
  canceledWithoutProcess,
  liveStatuses,
} from '../../domains/calls/index.ts';
import { dropDevicesOf } from '../../domains/devices/index.ts';
import type { SealedCredentials } from '../../domains/trunks/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { type DeadNodes, fenceNode, forgetNode } from '../../platform/nodes/index.ts';
import { releaseClaim } from '../dialer/index.ts';
import { callsOfDead, type HeldRow } from './store.ts';

export interface LostCallsOptions {
  db: Database;
  writer: CallWriter;
  deadNodes: DeadNodes;
  log: Log;
  /** Ends an answered call at the peer, by its stored dialog. */
  hangUp: (dialog: unknown, trunk: SealedCredentials | null) => void;
  /** Gives up a ringing call by its stored INVITE. Returns the end of the call, or null when it is uncertain. */
  reclaim: (invite: unknown, trunk: SealedCredentials | null) => Promise<CallEnd | null>;
  /** Called after calls were settled, with the number of freed slots. */
  onFreed: (calls: number) => void;
}

/**
 * Returns the end of a call whose process died. Once the row is `dialing`, the INVITE may have been sent, so the call is
 * never dialed again. A call that was `stopped` over the API ends as canceled.
 */
function endOfLost({ status, type, stopped }: Pick<HeldRow, 'status' | 'type' | 'stopped'>): CallEnd {
  if (stopped) return canceledWithoutProcess(status);
  const endedBy = 'System ended the call' as const;
  if (type === 'outboundPhoneCall' && (status === 'dialing' || status === 'ringing')) {
    const message =
      'The process that dialed the call died. It is unknown whether the call was answered. It is not dialed again.';
    return { status: 'ended', endedBy, endedReason: 'unknown-outcome', message };
  }
  const message = 'The process that held the call died.';
  return { status: 'ended', endedBy, endedReason: 'worker-lost', message };
}

/** Maximum calls of a process that are settled at the same time. */
const settledAtOnce = 8;

/**
 * Ends the calls of dead processes, which frees their slots, and ends them at their peers. Each dead process is settled
 * separately, so that ringing calls of one do not delay the calls of another.
 */
export class LostCalls {
  readonly #options: LostCallsOptions;
  readonly #settling = new Map<string, Promise<void>>();

  constructor(options: LostCallsOptions) {
    this.#options = options;
  }

  /** Finds dead processes and begins to settle their calls. Returns their number. Must be called once a second. */
  async settleDeadProcesses(): Promise<number> {
    const { db, deadNodes, log } = this.#options;
    const found = (await deadNodes.find(db)).filter((nodeId) => !this.#settling.has(nodeId));
    for (const nodeId of found) {
      const settled = this.#settle(nodeId)
        .catch((error: unknown) =>
          log.error(
            { err: error, deadNodeId: nodeId },
            'could not settle the calls of a dead process; retrying',
          ),
        )
        .finally(() => this.#settling.delete(nodeId));
      this.#settling.set(nodeId, settled);
    }
    return found.length;
  }

  /** Resolves when the settlements in progress are over. */
  async close(): Promise<void> {
    await Promise.all(this.#settling.values());
  }

  async #settle(nodeId: string): Promise<void> {
    const { db, log } = this.#options;
    if (!(await fenceNode(db, nodeId))) return;
    const rows = await callsOfDead(db, nodeId);
    // All ringing calls are given up at the same time, while the other calls free their slots.
    const unanswered = rows.filter(mayRing);
    const others = rows.filter((row) => !mayRing(row));
    const reclaimed = Promise.allSettled(
      unanswered.map(async (row) => this.#reportFreed(await giveUp(this.#options, nodeId, row))),
    );
    for (let i = 0; i < others.length; i += settledAtOnce) {
      const some = others.slice(i, i + settledAtOnce);
      const ended = await Promise.all(some.map((row) => settle(this.#options, nodeId, row, endOfLost(row))));
      this.#reportFreed(...ended);
    }
    const failed = (await reclaimed).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    await dropDevicesOf(db, nodeId);
    await forgetNode(db, nodeId);
    log.warn({ deadNodeId: nodeId, calls: rows.length }, 'a process died; its calls were settled');
  }

  #reportFreed(...ended: boolean[]): void {
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

/** Gives up a ringing call. A call that was asked to stop ends as canceled, whatever the peer answers. */
async function giveUp(options: LostCallsOptions, nodeId: string, row: HeldRow): Promise<boolean> {
  const end = await options.reclaim(row.sip_dialog, trunkOf(row));
  return settle(options, nodeId, row, row.stopped || end === null ? endOfLost(row) : end);
}

async function settle(
  { db, writer, hangUp }: LostCallsOptions,
  nodeId: string,
  row: HeldRow,
  end: CallEnd,
): Promise<boolean> {
  const { organization_id: organizationId, call_id: callId } = row;
  if (row.asking && (await releaseClaim(db, { organizationId, callId, nodeId }))) return true;
  const condition = { organizationId, callId, from: liveStatuses, nodeId };
  const latency = row.turns && { latency: callLatency(row.turns) };
  if (!(await writer.end(condition, { ...end, ...latency }))) return false;
  const dialogs = mayRing(row) ? [row.second_leg_dialog] : [row.sip_dialog, row.second_leg_dialog];
  for (const dialog of dialogs) if (dialog) hangUp(dialog, trunkOf(row));
  return true;
}
