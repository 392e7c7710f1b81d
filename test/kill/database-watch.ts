import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { miscountedSql, misfiledSql } from '../world/file-calls.ts';

const live = `status in ('dialing', 'ringing', 'in-progress', 'forwarding')`;

/** One snapshot: the live calls under each cap and by process, and forbidden states. */
const sample = `with live as (
    select organization_id, campaign_id, trunk_id, node_id from calls where ${live}
  )
  select 'organization' as kind, l.organization_id as id, count(*)::int as calls, min(o.max_concurrent_calls) as cap
    from live l join organizations o using (organization_id) group by 2
  union all
  select 'campaign', l.campaign_id, count(*)::int, min(k.max_concurrent_calls)
    from live l join campaigns k using (organization_id, campaign_id) group by 2
  union all
  select 'trunk', l.trunk_id, count(*)::int, min(t.max_concurrent_calls)
    from live l join trunks t using (organization_id, trunk_id) group by 2
  union all
  select 'node', node_id, count(*)::int, null from live group by 2
  union all
  select 'waiting', '', count(*)::int, null from queued_calls
    where hold_reason is distinct from 'campaign-paused'
  union all
  select 'reconciling', '', count(*)::int, null from database_epochs
    where state = 'reconciling' and epoch_id = (select max(epoch_id) from database_epochs)
  union all
  select 'misfiled', call_id, 1, 0 from (${misfiledSql}) m
  union all
  select 'miscounted', id, 1, 0 from (${miscountedSql}) m`;

interface SampleRow {
  /**
   * `misfiled`: a call that is missing from the queue or the live calls, or is there against its status. `miscounted`:
   * a campaign or an ended call whose counts differ from the records. `reconciling`: nothing is dialed after a failover.
   */
  kind:
    | 'organization'
    | 'campaign'
    | 'trunk'
    | 'node'
    | 'waiting'
    | 'reconciling'
    | 'misfiled'
    | 'miscounted';
  id: string;
  calls: number;
  cap: number | null;
}

/** A process that was killed, or whose heartbeat was cut off. */
interface Death {
  nodeId: string;
  atMs: number;
  /** Null while the process still holds calls. */
  freedAtMs: number | null;
  /** The time until its capacity was free, counted from when the database and a process that could free it were there. */
  heldMs: number | null;
  heldCalls: boolean;
}

/** The pause between two samples. It is at least as long as the sample took. */
const everyMs = 30;

/** Samples the live calls until it is stopped. */
export class DatabaseWatch implements AsyncDisposable {
  /** The most calls under each cap, by kind. */
  readonly most: Record<string, number> = {};
  /** Violated caps: `<kind> <id>` and the worst count. */
  readonly broken = new Map<string, { calls: number; cap: number }>();
  readonly deaths: Death[] = [];
  samples = 0;
  /** Queued calls in the last sample. */
  waiting = 0;
  /**
   * Caps that were exceeded while calls were written back after a failover, until they hold again: a lost call is live again
   * before the lost ends of others are recorded. Nothing is dialed for it.
   */
  readonly #excused = new Set<string>();
  /** The longest time between two samples while the database was available. */
  gapMs = 0;
  /** Monotonic time since which a process that settles lost calls is alive. */
  #attendedSinceMs = Number.POSITIVE_INFINITY;
  /** Monotonic time since which the database answers. After an outage every process is watched from the beginning. */
  #availableSinceMs = 0;
  #sampledAtMs: number | null = null;
  #stopped = false;
  readonly #address: () => string;
  readonly #done: Promise<void>;

  constructor(address: () => string) {
    this.#address = address;
    this.#done = this.#watch();
  }

  /** Expects this process's capacity to be free soon. */
  died(nodeId: string): void {
    if (this.deaths.some((death) => death.nodeId === nodeId && death.freedAtMs === null)) return;
    this.deaths.push({ nodeId, atMs: performance.now(), freedAtMs: null, heldMs: null, heldCalls: false });
  }

  /** Notes that the process is back, and that it holds its calls itself. */
  revived(nodeId: string): void {
    const unsettled = this.deaths.findIndex((death) => death.nodeId === nodeId && death.freedAtMs === null);
    if (unsettled >= 0) this.deaths.splice(unsettled, 1);
  }

  /** Notes whether a process that settles lost calls is alive from now on. */
  attended(isAttended: boolean): void {
    const wasAttended = Number.isFinite(this.#attendedSinceMs);
    if (isAttended !== wasAttended)
      this.#attendedSinceMs = isAttended ? performance.now() : Number.POSITIVE_INFINITY;
  }

  /** True when no dead process holds calls. */
  get isSettled(): boolean {
    return this.deaths.every(({ freedAtMs }) => freedAtMs !== null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      const client = new pg.Client({ connectionString: this.#address(), connectionTimeoutMillis: 2000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        while (!this.#stopped) {
          const askedAtMs = performance.now();
          this.#take((await client.query<SampleRow>(sample)).rows);
          // A sample costs more the longer the record is.
          await sleep(Math.max(everyMs, performance.now() - askedAtMs));
        }
      } catch {
        // The database is down at the moment.
        this.#sampledAtMs = null;
        await sleep(everyMs);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  #take(rows: SampleRow[]): void {
    const nowMs = performance.now();
    if (this.#sampledAtMs === null) this.#availableSinceMs = nowMs;
    else this.gapMs = Math.max(this.gapMs, nowMs - this.#sampledAtMs);
    this.#sampledAtMs = nowMs;
    this.samples++;
    const over = new Set<string>();
    const isReconciling = rows.some(({ kind, calls }) => kind === 'reconciling' && calls > 0);
    for (const { kind, id, calls, cap } of rows) {
      if (kind === 'waiting') this.waiting = calls;
      else if (kind !== 'reconciling') this.most[kind] = Math.max(this.most[kind] ?? 0, calls);
      const name = `${kind} ${id}`;
      if (cap === null || calls <= cap) continue;
      over.add(name);
      if (isReconciling && (kind === 'organization' || kind === 'campaign' || kind === 'trunk'))
        this.#excused.add(name);
      if (!this.#excused.has(name) && calls > (this.broken.get(name)?.calls ?? 0))
        this.broken.set(name, { calls, cap });
    }
    for (const name of this.#excused) if (!over.has(name)) this.#excused.delete(name);
    const holding = new Set(rows.filter(({ kind }) => kind === 'node').map(({ id }) => id));
    for (const death of this.deaths) {
      if (death.freedAtMs !== null) continue;
      if (holding.has(death.nodeId)) {
        death.heldCalls = true;
        continue;
      }
      // No capacity is freed while no process is alive: the dead one held none, or was counted before.
      death.freedAtMs = nowMs;
      if (death.heldCalls)
        death.heldMs = nowMs - Math.max(death.atMs, this.#attendedSinceMs, this.#availableSinceMs);
    }
  }
}
