import { enqueuePendingAnalyses, enqueuePendingChats } from '../../domains/analysis/index.ts';
import { wakeMore } from '../../domains/call-queue/index.ts';
import {
  addUpCallChanges,
  addUpCallSums,
  type CallWriter,
  cancelCallsOfEndedCampaigns,
  settleCommands,
  writeCallFacts,
} from '../../domains/calls/index.ts';
import { endDueCampaigns } from '../../domains/campaigns/index.ts';
import { abandonChats } from '../../domains/chats/index.ts';
import { continueDeletions } from '../../domains/data-deletions/index.ts';
import { cutEvents } from '../../domains/events/index.ts';
import { rescheduleMore } from '../../domains/schedules/index.ts';
import { settleTeamCalls } from '../../domains/teams/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import { forgetAuditEntries } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { delay, type Log } from '../../platform/kernel/index.ts';
import { DeadNodes } from '../../platform/nodes/index.ts';
import { endCapHolds, reconcileLanes, releaseStrayClaims } from '../dialer/index.ts';
import { enforceRetention } from './enforce-retention.ts';
import { type Work, WorkFinder } from './find-work.ts';
import { forgetExpired } from './forget-expired.ts';
import { keepPartitions, reportConversions, SplitPauses } from './keep-partitions.ts';
import { RecordingRemovals, type RemovalOptions } from './remove-recordings.ts';
import { removeStrayRecordings } from './remove-stray-recordings.ts';
import { settleFailover } from './settle-failover.ts';
import { LostCalls, type LostCallsOptions } from './settle-lost-calls.ts';
import { RecordingUploads } from './upload-recordings.ts';

interface UpkeepOptions {
  db: Database;
  writer: CallWriter;
  /** Signs the checkpoints of audit logs. */
  secret: SecretKey;
  log: Log;
  nodeId: string;
  /** Whether this process carries the call. */
  carries: (callId: string) => boolean;
  jobs: Jobs;
  /** Ends an answered call at the peer, by its stored dialog. */
  hangUp: LostCallsOptions['hangUp'];
  /** Gives up a ringing call by its stored INVITE. Returns the end of the call, or null when it is uncertain. */
  reclaim: LostCallsOptions['reclaim'];
  /** The folder and the store of recordings. Omitted when this process neither moves nor removes recordings. */
  recordings?: Pick<RemovalOptions, 'store' | 'recordingsDir'>;
  /** Wakes the dialer. Called after slots were freed or campaigns changed. */
  onFreed: () => void;
}

interface Duty {
  name: string;
  everyMs: number;
  /** The work without which the duty is left out. */
  work?: Work;
  /** Returns the amount of work done, or undefined when it is unknown. */
  run: () => Promise<number | undefined>;
}

/** Returns the duties of a process that moves and removes recordings. */
function recordingDuties(
  shared: Pick<UpkeepOptions, 'db' | 'log' | 'carries'> & { signal: AbortSignal },
  recordings: NonNullable<UpkeepOptions['recordings']>,
): Duty[] {
  const { store, recordingsDir } = recordings;
  const removals = new RecordingRemovals({ ...shared, ...recordings });
  const duties: Duty[] = [
    { name: 'remove recordings', everyMs: 2000, run: () => removals.run(Date.now()) },
    {
      name: 'remove stray recordings',
      everyMs: 6 * 3_600_000,
      run: () => removeStrayRecordings({ ...shared, recordingsDir }, Date.now()),
    },
  ];
  if (store) {
    const uploads = new RecordingUploads({ ...shared, store, recordingsDir });
    duties.push({ name: 'move recordings', everyMs: 2000, run: () => uploads.run(Date.now()) });
  }
  return duties;
}

/** Attempts to release claims at the end of the process. The database may be restarting. */
const releaseAttemptsMax = 5;
const releaseEveryMs = 1000;

/** Returns the duties that run only when `WorkFinder` finds their work. */
function dutiesWithWork(
  { db, jobs, signal }: Pick<UpkeepOptions, 'db' | 'jobs'> & { signal: AbortSignal },
  freed: (done: Promise<number>) => Promise<number>,
): Duty[] {
  return [
    { name: 'wake held calls', work: 'heldCalls', everyMs: 500, run: () => freed(wakeMore(db)) },
    { name: 'reschedule calls', work: 'schedules', everyMs: 500, run: () => freed(rescheduleMore(db)) },
    {
      name: 'end due campaigns',
      work: 'dueCampaigns',
      everyMs: 500,
      run: () => freed(endDueCampaigns(db)),
    },
    {
      name: 'cancel calls of ended campaigns',
      work: 'endedCampaigns',
      everyMs: 500,
      run: () => cancelCallsOfEndedCampaigns(db),
    },
    {
      name: 'analyze ended calls',
      work: 'callAnalyses',
      everyMs: 1000,
      run: () => enqueuePendingAnalyses(db, jobs),
    },
    {
      name: 'analyze ended chats',
      work: 'chatAnalyses',
      everyMs: 1000,
      run: () => enqueuePendingChats(db, jobs),
    },
    { name: 'write facts of calls', work: 'callFacts', everyMs: 500, run: () => writeCallFacts(db) },
    // Each pass rewrites rows of the current quarter of an hour, so it comes seldom.
    { name: 'add up sums of calls', work: 'callSums', everyMs: 10_000, run: () => addUpCallSums(db) },
    {
      name: 'settle commands for calls',
      work: 'callCommands',
      everyMs: 1000,
      run: () => settleCommands(db),
    },
    { name: 'settle calls of teams', work: 'teamCalls', everyMs: 2000, run: () => settleTeamCalls(db) },
    {
      name: 'delete data',
      work: 'dataDeletions',
      everyMs: 1000,
      run: () => continueDeletions(db, { signal }),
    },
  ];
}

/**
 * Runs the duties that no request starts, each in a loop of its own. Several processes may run them at the same time. The
 * SQL statements of a duty decide which process does the work.
 */
export class Upkeep {
  readonly #duties: Duty[];
  readonly #workFinder: WorkFinder;
  readonly #log: Log;
  readonly #lostCalls: LostCalls;
  readonly #abort = new AbortController();
  readonly #releaseStray: () => Promise<number>;
  #loops: Promise<void>[] = [];

  constructor(options: UpkeepOptions) {
    const { db, writer, secret, log, nodeId, carries, jobs, onFreed, recordings, hangUp, reclaim } = options;
    this.#log = log;
    this.#lostCalls = new LostCalls({
      db,
      writer,
      deadNodes: new DeadNodes(),
      log,
      hangUp,
      reclaim,
      onFreed,
    });
    this.#workFinder = new WorkFinder(db);
    this.#releaseStray = () => releaseStrayClaims(db, nodeId, carries, 0);
    const freed = async (done: Promise<number>) => {
      const count = await done;
      if (count > 0) onFreed();
      return count;
    };
    const { signal } = this.#abort;
    const pauses = new SplitPauses();
    this.#duties = [
      ...dutiesWithWork({ db, jobs, signal }, freed),
      {
        name: 'settle lost calls',
        work: 'overdueNodes',
        everyMs: 1000,
        run: () => this.#lostCalls.settleDeadProcesses(),
      },
      {
        name: 'settle a failover',
        work: 'failovers',
        everyMs: 1000,
        run: () => freed(settleFailover(db, log)),
      },
      {
        name: 'release stray claims',
        everyMs: 10_000,
        run: () => freed(releaseStrayClaims(db, nodeId, carries)),
      },
      { name: 'reconcile lanes', everyMs: 60_000, run: () => freed(reconcileLanes(db)) },
      { name: 'end holds by caps', work: 'capHolds', everyMs: 1000, run: () => endCapHolds(db) },
      { name: 'cut the events', everyMs: 1000, run: () => cutEvents(db) },
      {
        name: 'add up the counts of calls',
        work: 'callChanges',
        everyMs: 2000,
        run: () => addUpCallChanges(db),
      },
      { name: 'abandon chats', everyMs: 10_000, run: () => abandonChats(db, Date.now()) },
      { name: 'keep partitions ahead', everyMs: 60_000, run: () => keepPartitions(db, log, pauses) },
      { name: 'report conversions', everyMs: 86_400_000, run: () => reportConversions(db, log) },
      // Entries are removed by whole days, so this duty has work once a day.
      {
        name: 'forget audit entries',
        everyMs: 3_600_000,
        run: () => forgetAuditEntries(db, secret, Date.now()),
      },
      { name: 'enforce retention', everyMs: 3_600_000, run: () => enforceRetention(db, Date.now()) },
      {
        name: 'remove expired rows',
        everyMs: 60_000,
        run: () => forgetExpired(db, Date.now()).then(() => undefined),
      },
    ];
    if (recordings) this.#duties.push(...recordingDuties({ db, log, carries, signal }, recordings));
  }

  start(): void {
    this.#loops = this.#duties.map((duty) => this.#loop(duty));
  }

  /**
   * Ends the duties and releases stray claims. Call it after the process has stopped claiming and carries no calls.
   */
  async close(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#loops);
    await this.#lostCalls.close();
    await this.#releaseClaims();
  }

  /**
   * Releases calls that this process has claimed without knowing it, because the result of a claim was lost with its
   * connection. If the claims cannot be released, another process settles them.
   */
  async #releaseClaims(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#releaseStray();
        return;
      } catch (error) {
        if (attempt === releaseAttemptsMax) {
          this.#log.error(
            { err: error },
            'could not release the claims of this process; another process will settle them',
          );
          return;
        }
        await delay(releaseEveryMs);
      }
    }
  }

  async #loop(duty: Duty): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        const hasWork = duty.work === undefined || (await this.#workFinder.has(duty.work));
        const done = hasWork ? await duty.run() : 0;
        if (done) this.#log.debug({ duty: duty.name, done }, 'upkeep');
      } catch (error) {
        if (!signal.aborted)
          this.#log.error({ err: error, duty: duty.name }, 'an upkeep duty failed; retrying');
      }
      await delay(duty.everyMs, signal);
    }
  }
}
