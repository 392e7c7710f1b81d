import { type Database, statement } from '../db/index.ts';
import { monotonicMs } from '../kernel/index.ts';
import { removeNode } from './node.ts';

/** Both signs of life have to be missing: the lock is free, and the heartbeat is older than this. */
const silentAfterSeconds = 5;
/** And for so long has whoever looks to see it so: the watch begins with the first heartbeat that is missing. */
const watchedForMs = 3000;
const overdueAfterSeconds = 1.5;
/** Looking less often than this is not watching. */
const lookGapMaxMs = 2500;

/**
 * The lock is only tried, and let go at once: what the answer is used for is conditional on the node's rows, so
 * two processes may find the same one dead.
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
 * Watches for processes that died. After an outage of the database every process has lost its lock and the old
 * heartbeats say nothing, so whoever looks first would take the living for dead: they are given the time to show
 * themselves, counted from the first look at the database that is back.
 */
export class DeadNodes {
  readonly #overdue = new Map<string, { heartbeatAt: string; sinceMs: number }>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  /** The processes that are dead and may still be on record as holding calls. To be asked once a second. */
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

/** Takes a dead process off the list, once nothing is held by it any more. */
export async function forgetNode(db: Database, nodeId: string): Promise<void> {
  await db.query(removeNode, [nodeId]);
}
