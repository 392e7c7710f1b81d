import { type Database, readStatement, statement, toJson } from '../db/index.ts';
import { delay, type Log, toError } from '../kernel/index.ts';

/** The database of one cluster and timeline. A failover begins another epoch. */
export interface DatabaseEpoch {
  epochId: number;
  /** Text, because it exceeds the numbers of JavaScript. */
  systemIdentifier: string;
  timeline: number;
  /** `reconciling`: nothing is dialed until the processes have reported what they know of lost changes. */
  state: 'reconciling' | 'open';
  isSynchronous: boolean;
  firstSeenAt: string;
  /** A time before the failover. Everything that was acknowledged before it is in the database. */
  safeAt: string;
  /** Whether acknowledged changes may be missing since `safeAt`. */
  isLossy: boolean;
}

/** What a process found of the calls of one organization after a failover. */
export interface FoundCalls {
  /** Calls whose lost record was written again. */
  writtenBack: number;
  /** Calls that were dialed, and whose outcome is not known. */
  unknown: number;
  /** Calls that are gone and could not be written again, up to 100 ids. */
  missing: string[];
}

/** The findings by the id of the organization. */
export type Found = Record<string, FoundCalls>;

const epochColumns = (of: string) => `(${of}).epoch_id as "epochId",
  (${of}).system_identifier::text as "systemIdentifier", (${of}).timeline, (${of}).state,
  (${of}).is_synchronous as "isSynchronous", (${of}).first_seen_at as "firstSeenAt", (${of}).safe_at as "safeAt",
  (${of}).safe_snapshot is not null as "isLossy"`;

const watch = statement(
  'nodes.watch_database',
  `select ${epochColumns('w.epoch')}, w.looks from watch_database($1, $2, $3, $4, $5, $6, $7) w`,
);
const report = statement('nodes.report_to_epoch', 'select report_to_epoch($1, $2, $3)');
const timeline = readStatement('nodes.timeline', 'select timeline from current_timeline()');
const current = readStatement(
  'nodes.database_epoch',
  `select ${epochColumns('e')}, dialing_hold(null) as hold from current_timeline() c join database_epochs e
     on e.system_identifier = c.system_identifier and e.timeline = c.timeline`,
);

/** Why nothing is dialed: a failover is being settled, or the database is not synchronous although it must be. */
export type DialingHold = 'database-failover' | 'database-asynchronous';

/** Returns the epoch of the database, or `null` before a process has seen it, and why nothing is dialed. */
export async function databaseEpoch(
  db: Pick<Database, 'query'>,
): Promise<(DatabaseEpoch & { hold: DialingHold | null }) | null> {
  const [row] = await db.query<DatabaseEpoch & { hold: DialingHold | null }>(current);
  return row ?? null;
}

/** Stores what a process found after a failover, under the id of the process that dialed the calls. */
export async function reportToEpoch(
  db: Database,
  nodeId: string,
  epochId: number,
  found: Found,
): Promise<void> {
  await db.query(report, [nodeId, epochId, toJson(found)]);
}

interface EpochWatchOptions {
  db: Database;
  nodeId: string;
  /** Maximum live calls of this process. It bounds the calls that are doubtful if the process is lost. */
  capacity: number;
  requiresSynchronous: boolean;
  /**
   * Writes back what this process knows of calls, and returns it by the process that dialed them: this one, or a dead one on
   * this machine. Called until it succeeds, once for each lossy epoch.
   */
  writeBack: (epoch: DatabaseEpoch) => Promise<Map<string, Found>>;
  /** Called when nothing is left to report on the timeline. */
  onReached?: (timeline: number) => void;
  log: Log;
}

const lookEveryMs = 1000;

/**
 * Looks once a second at the cluster and timeline of the database. After a failover that may have lost acknowledged
 * changes, it has this process's calls written back. The process does not dial before that is reported.
 */
export class EpochWatch {
  readonly #options: EpochWatchOptions;
  readonly #abort = new AbortController();
  #epoch: DatabaseEpoch | null = null;
  /** The timeline for which this process has nothing left to report. */
  #acknowledged: number | null = null;
  /** The findings that are not stored yet, by the process that dialed the calls. */
  #unreported = new Map<string, Found>();
  #looks = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: EpochWatchOptions) {
    this.#options = options;
  }

  /** The epoch of the last look, or `null` before the first one. */
  get epoch(): DatabaseEpoch | null {
    return this.#epoch;
  }

  /** Looks for the first time, after the row of this process exists. */
  async start(): Promise<void> {
    await this.look();
    this.#looking = this.#lookOn();
  }

  /** Returns whether the database is on the timeline to which this process has reported. */
  async isKnown(): Promise<boolean> {
    const [row] = await this.#options.db.query<{ timeline: number }>(timeline);
    return row?.timeline === this.#acknowledged;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#looking;
  }

  /** Looks at the database once, and reports to a new epoch. */
  async look(): Promise<void> {
    const { db, nodeId, capacity, requiresSynchronous } = this.#options;
    const before = this.#epoch;
    const [seen] = await db.query<DatabaseEpoch & { looks: number | null }>(watch, [
      nodeId,
      this.#looks,
      before !== null && !before.isSynchronous,
      before?.systemIdentifier ?? null,
      this.#acknowledged,
      capacity,
      requiresSynchronous,
    ]);
    const { looks, ...epoch } = seen!;
    this.#looks = looks ?? this.#looks;
    this.#epoch = epoch;
    this.#logChange(before, epoch);
    if (before?.systemIdentifier !== epoch.systemIdentifier) this.#acknowledged = null;
    if (this.#acknowledged !== epoch.timeline) {
      if (epoch.isLossy) this.#unreported = await this.#options.writeBack(epoch);
      // Before the report, after which calls are claimed again.
      this.#options.onReached?.(epoch.timeline);
      this.#acknowledged = epoch.timeline;
    }
    for (const [dialedBy, found] of this.#unreported) {
      await reportToEpoch(db, dialedBy, epoch.epochId, found);
      this.#unreported.delete(dialedBy);
    }
  }

  #logChange(before: DatabaseEpoch | null, epoch: DatabaseEpoch): void {
    const { log } = this.#options;
    const { timeline, systemIdentifier, isSynchronous, safeAt, firstSeenAt } = epoch;
    if (before?.timeline !== timeline || before.systemIdentifier !== systemIdentifier) {
      if (before !== null && epoch.isLossy)
        log.error(
          { timeline, since: safeAt, until: firstSeenAt },
          'the database failed over; acknowledged changes of this time may be missing, and nothing is dialed until the calls are written back',
        );
      else log.info({ timeline, systemIdentifier, isSynchronous }, 'the database is known');
    } else if (before.isSynchronous && !isSynchronous)
      log.warn('the database no longer replicates synchronously; a failover may lose acknowledged changes');
  }

  async #lookOn(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      await delay(lookEveryMs, signal);
      if (signal.aborted) return;
      await this.look().catch((error: unknown) =>
        this.#options.log.warn({ err: toError(error) }, 'the timeline of the database could not be read'),
      );
    }
  }
}
