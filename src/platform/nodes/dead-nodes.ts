import { type Database, statement } from '../db/index.ts';
import { monotonicMs } from '../kernel/index.ts';
import { removeNode } from './node.ts';

/** A dead process fails both checks: its lock is free, and its heartbeat is older than this. */
const silentAfterSeconds = 5;
/** The observer must have seen both checks fail for this long. The watch begins with the first missing heartbeat. */
const watchedForMs = 3000;
const overdueAfterSeconds = 1.5;
/** A longer gap between two looks restarts the watch. */
const lookGapMaxMs = 2500;

/**
 * The lock is tried and released at once. Callers check the node's rows again before they act on the result, so two
 * processes may find the same node dead.
 */
const select = statement(
  'nodes.overdue',
  `select node_id, heartbeat_at, case when heartbeat_at < clock_timestamp() - make_interval(secs => $2)
     then case when pg_try_advisory_lock(lock_key) then pg_advisory_unlock(lock_key) else false end
     else false end as is_silent
   from (
     select node_id, lock_key, heartbeat_at from nodes
     where heartbeat_at < clock_timestamp() - make_interval(secs => $1) offset 0
   ) overdue`,
);

interface OverdueRow {
  node_id: string;
  heartbeat_at: string;
  is_silent: boolean;
}

/**
 * Finds processes that died. After an outage of the database every process has lost its lock and all heartbeats are
 * old, so the first observer would take live processes for dead. Processes therefore get time to send a heartbeat,
 * counted from the first look after the outage.
 */
export class DeadNodes {
  readonly #overdue = new Map<string, { heartbeatAt: string; sinceMs: number }>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Returns the dead processes that may still be recorded as holding calls. Must be called once a second. */
  async find(db: Database, nowMs = monotonicMs()): Promise<string[]> {
    const rows = await db.query<OverdueRow>(select, [overdueAfterSeconds, silentAfterSeconds]);
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
        ({ node_id, is_silent }) => is_silent && nowMs - this.#overdue.get(node_id)!.sinceMs >= watchedForMs,
      )
      .map(({ node_id }) => node_id);
  }
}

/** Removes a dead process from the list, once it holds nothing any more. */
export async function forgetNode(db: Database, nodeId: string): Promise<void> {
  await db.query(removeNode, [nodeId]);
}
