import { Database, type Queryable, readStatement, schemaVersion, statement } from '../db/index.ts';
import { delay, fairTimeout, type Log, monotonicMs, programVersion, toError } from '../kernel/index.ts';

/** The lease of a process: it is taken for dead when it was not extended for this long, on the clock of the database. */
export const leaseSeconds = 5;
const beatEveryMs = 1000;
/** A process stops taking new calls this long before others may take those that it has. */
const marginMs = 1000;
/** The beats that may wait for their answer. A lost connection must not delay the next beat. */
const beatsMax = 3;
/**
 * The longest wait for an answer to a beat. After a cut of the network, a statement on an old connection stays lost for
 * long, so the next beat takes a new one: the process must send a beat before another has watched it for 3 s.
 */
const beatWithinMs = 2500;
/** Without an answer for so long, the database counts as away. */
const silentAfterMs = 2500;

// The row is inserted again if a failover of the database lost it. The row of a process that was declared dead stays.
const beat = statement(
  'nodes.beat',
  `insert into nodes (node_id, roles, version, schema_version, dialing_capacity, audio_address, audio_token,
     refusal, refused_calls, refused_reason, refused_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10, case when $9::bigint > 0 then clock_timestamp() end)
   on conflict (node_id) do update set heartbeat_at = clock_timestamp(), dialing_capacity = excluded.dialing_capacity,
     audio_address = excluded.audio_address, audio_token = excluded.audio_token, refusal = excluded.refusal,
     refused_calls = excluded.refused_calls, refused_reason = excluded.refused_reason,
     refused_at = case when excluded.refused_calls > nodes.refused_calls then clock_timestamp() else nodes.refused_at end
   where nodes.fenced_at is null returning 1`,
);
/** A process that still holds calls or runs stays recorded, so that others find it dead and settle them. */
export const removeNode = statement(
  'nodes.remove',
  `delete from nodes where node_id = $1 and fenced_at is null and not exists (
     select 1 from live_calls where node_id = $1)
   and not exists (select 1 from workflow_open_runs where node_id = $1)`,
);

const otherCapacity = readStatement(
  'nodes.other_capacity',
  `select exists (select from nodes n where n.node_id <> $1 and n.fenced_at is null
     and n.heartbeat_at > clock_timestamp() - interval '1.5 seconds'
     and n.dialing_capacity > (select count(*) from live_calls l where l.node_id = n.node_id)) as is_there`,
);

/** Returns whether another process has room for a call. Only those that dial report their room. */
export async function hasOtherCapacity(db: Queryable, nodeId: string): Promise<boolean> {
  const [row] = await db.query<{ is_there: boolean }>(otherCapacity, [nodeId]);
  return row?.is_there === true;
}

/** Why a process takes no new call now, or `null`, and the calls that it refused for lack of capacity since it started. */
export interface Refusals {
  now: string | null;
  count: number;
  lastReason: string | null;
}

/** Where the API gets the audio of live calls. */
export interface AudioPlace {
  /** `host:port` */
  address: string;
  token: string;
}

interface NodeOptions {
  db: Database;
  roles: string[];
  log: Log;
  /** Returns how many calls this process may have at a time as it dials now. Null when it does not dial. */
  dialingCapacity?: () => number | null;
  /** Returns where the API gets the audio of this process's calls. Null before that is known. */
  audioPlace?: () => AudioPlace | null;
  /** Returns the refusals of this process. Absent where it carries no calls. */
  refusals?: () => Refusals | null;
  /** Called once when other processes have declared this one dead and taken its calls. It must end. */
  onFenced?: (error: Error) => void;
}

/**
 * This process as the others see it: alive while it extends its lease, once a second. `nodeId` is a fencing token: it is
 * never used again, and once `nodes.fenced_at` is set, nothing can be claimed under it. The process knows the end of its
 * lease by its own monotonic clock, which goes on while the process is stopped, and does not need the database for that.
 */
export class Node {
  readonly nodeId: string;
  readonly #options: NodeOptions;
  /** Connections of its own, so that a beat waits for no other statement. */
  readonly #db: Database;
  readonly #versions = [programVersion(), schemaVersion()];
  readonly #abort = new AbortController();
  readonly #waiting = new Set<Promise<void>>();
  /** The moment at which the last successful beat was sent. */
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #isFenced = false;
  #isSilent = false;
  #callOffSilence = () => {};
  /** How often in a row the database was away when this process looked. */
  #lateLooks = 0;
  #isReady = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(nodeId: string, options: NodeOptions) {
    this.nodeId = nodeId;
    this.#options = options;
    this.#db = new Database({
      connectionString: options.db.connectionString,
      applicationName: `parley node ${nodeId}`,
      connectionsMax: beatsMax,
      answerWithinMs: beatWithinMs,
      log: options.log,
    });
  }

  /** Whether no other process can have taken this one for dead. Without the lease it must take no new work. */
  get hasLease(): boolean {
    return !this.#isFenced && monotonicMs() - this.#sentAtMs < leaseSeconds * 1000 - marginMs;
  }

  /**
   * Whether the process has its lease and the database answers. A new call that needs the database is refused without
   * it, sooner than the lease ends.
   */
  get isReached(): boolean {
    return this.hasLease && !this.#isSilent;
  }

  /** Resolves when the first beat is written. Only then may this process hold calls. */
  async start(): Promise<void> {
    await this.#beat();
    this.#beating = this.#beatOn();
  }

  /** Says that this process has started. From then on it logs when the database is away. */
  ready(): void {
    this.#isReady = true;
  }

  /** Removes this process from the list. */
  async close(): Promise<void> {
    this.#abort.abort();
    this.#callOffSilence();
    await this.#beating;
    await this.#options.db.query(removeNode, [this.nodeId]).catch(() => undefined);
    await this.#db.close();
    await Promise.allSettled(this.#waiting);
  }

  async #beat(): Promise<void> {
    const sentAtMs = monotonicMs();
    const { roles, dialingCapacity, audioPlace, refusals } = this.#options;
    const audio = audioPlace?.() ?? null;
    const refused = refusals?.() ?? null;
    const row = [this.nodeId, roles, ...this.#versions, dialingCapacity?.() ?? null];
    row.push(audio?.address ?? null, audio?.token ?? null);
    row.push(refused?.now ?? null, refused?.count ?? 0, refused?.lastReason ?? null);
    const isListed = (await this.#db.query(beat, row)).length > 0;
    if (isListed) {
      this.#sentAtMs = Math.max(this.#sentAtMs, sentAtMs);
      this.#awaitSilence();
    } else if (!this.#isFenced && !this.#abort.signal.aborted) {
      this.#isFenced = true;
      const error = new Error(
        'other processes took this one for dead, because it did not reach the database',
      );
      this.#options.onFenced?.(error);
    }
  }

  async #beatOn(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted && !this.#isFenced) {
      await delay(beatEveryMs, signal);
      if (signal.aborted) return;
      this.#logLease();
      if (this.#waiting.size === beatsMax) continue;
      const beaten = this.#beat()
        .catch((error: unknown) =>
          this.#options.log.warn({ err: toError(error) }, 'a heartbeat was not written'),
        )
        .finally(() => this.#waiting.delete(beaten));
      this.#waiting.add(beaten);
    }
  }

  #awaitSilence(): void {
    this.#isSilent = false;
    this.#callOffSilence();
    if (this.#abort.signal.aborted) return;
    this.#callOffSilence = fairTimeout(silentAfterMs, () => {
      this.#isSilent = true;
    });
  }

  /**
   * Logs that the database is away, at the second look: after a stall of this process, such as the loading of code, the
   * first look precedes the beat that renews the lease.
   */
  #logLease(): void {
    if (!this.#isReady) return;
    const { log, roles } = this.#options;
    const takesCalls = roles.includes('calls');
    const wasLate = this.#lateLooks >= 2;
    this.#lateLooks = this.isReached ? 0 : this.#lateLooks + 1;
    if (this.#lateLooks === 2)
      log.error(`the database is not reached${takesCalls ? ': no new calls are taken until it is' : ''}`);
    else if (wasLate && this.#lateLooks === 0)
      log.info(`the database is reached again${takesCalls ? ': new calls are taken' : ''}`);
  }
}
