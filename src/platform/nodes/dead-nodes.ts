import { type Database, readStatement, statement } from '../db/index.ts';
import { monotonicMs } from '../kernel/index.ts';
import { leaseSeconds, removeNode } from './node.ts';

/** The observer must have seen the missing beats for this long. The watch begins with the first one. */
const watchedForMs = 3000;
const overdueAfterSeconds = 1.5;
/** A longer gap between two looks restarts the watch. */
const lookGapMaxMs = 2500;

// Rows of dead processes that hold nothing any more only keep their ids from being used again.
const select = readStatement(
  'nodes.overdue',
  `select node_id, heartbeat_at, heartbeat_at < clock_timestamp() - make_interval(secs => $2) as is_over
   from nodes n where heartbeat_at < clock_timestamp() - make_interval(secs => $1)
     and (fenced_at is null or exists (select from live_calls l where l.node_id = n.node_id))`,
);
/** The condition under which `DeadNodes.find` has something to watch, as SQL. */
export const isAnyOverdue = `exists (select from nodes n
  where heartbeat_at < clock_timestamp() - interval '${overdueAfterSeconds} seconds'
    and (fenced_at is null or exists (select from live_calls l where l.node_id = n.node_id)))`;
// A process without calls gets its runs back by the number of their claim, so it may return under its id.
const fence = statement(
  'nodes.fence',
  `update nodes set fenced_at = case when 'calls' = any(roles) then coalesce(fenced_at, clock_timestamp()) end
   where node_id = $1 and heartbeat_at < clock_timestamp() - make_interval(secs => $2) returning 1`,
);

/** Removes dead processes that were settled a day ago. No process was ever stopped for so long and then went on. */
export const expiredNodes = statement(
  'nodes.expired',
  `delete from nodes n where fenced_at < clock_timestamp() - interval '1 day'
     and not exists (select from live_calls l where l.node_id = n.node_id) returning 1`,
);

interface OverdueRow {
  node_id: string;
  heartbeat_at: string;
  is_over: boolean;
}

/**
 * Finds processes whose lease is over. After an outage of the database all leases are over, so the first observer would
 * take live processes for dead. Processes therefore get time to send a beat, counted from the first look after the
 * outage. Callers check the rows of a process again before they act, so two observers may find the same one.
 */
export class DeadNodes {
  readonly #overdue = new Map<string, { heartbeatAt: string; sinceMs: number }>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  /**
   * Returns the dead processes that may still be recorded as holding calls. Must be called once a second
   * while processes are overdue.
   */
  async find(db: Database, nowMs = monotonicMs()): Promise<string[]> {
    const rows = await db.query<OverdueRow>(select, [overdueAfterSeconds, leaseSeconds]);
    if (nowMs - this.#lookedAtMs > lookGapMaxMs) this.#overdue.clear();
    this.#lookedAtMs = nowMs;
    const before = new Map(this.#overdue);
    this.#overdue.clear();
    for (const { node_id: nodeId, heartbeat_at: heartbeatAt } of rows) {
      const known = before.get(nodeId);
      const sinceMs = known?.heartbeatAt === heartbeatAt ? known.sinceMs : nowMs;
      this.#overdue.set(nodeId, { heartbeatAt, sinceMs });
    }
    return rows
      .filter(
        ({ node_id, is_over }) => is_over && nowMs - this.#overdue.get(node_id)!.sinceMs >= watchedForMs,
      )
      .map(({ node_id }) => node_id);
  }
}

/** Declares a process dead, so that it cannot claim anything under its id again. Returns `false` when it sent a beat. */
export async function fenceNode(db: Database, nodeId: string): Promise<boolean> {
  return (await db.query(fence, [nodeId, leaseSeconds])).length > 0;
}

/** Removes a dead process that had no calls from the list, once it holds nothing any more. */
export async function forgetNode(db: Database, nodeId: string): Promise<void> {
  await db.query(removeNode, [nodeId]);
}
