import { enqueuePendingAnalyses, enqueuePendingChats } from '../../domains/analysis/index.ts';
import { abandonChats } from '../../domains/chats/index.ts';
import { continueDeletions } from '../../domains/data-deletions/index.ts';
import { cutEvents } from '../../domains/events/index.ts';
import { wakeMore } from '../../domains/organizations/index.ts';
import { rescheduleMore } from '../../domains/schedules/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import { forgetAuditEntries } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { delay, type Log } from '../../platform/kernel/index.ts';
import { DeadNodes } from '../../platform/nodes/index.ts';
import { releaseStrayClaims } from '../dialer/index.ts';
import { cancelCallsOfEndedCampaigns } from './cancel-ended-campaigns.ts';
import { endDueCampaigns } from './end-campaigns.ts';
import { endCapHolds } from './end-cap-holds.ts';
import { enforceRetention } from './enforce-retention.ts';
import { foldCallChanges } from './fold-call-changes.ts';
import { forgetExpired } from './forget-expired.ts';
import { RecordingRemovals, type RemovalOptions } from './remove-recordings.ts';
import { removeStrayRecordings } from './remove-stray-recordings.ts';
import { LostCalls, type LostCallsOptions } from './settle-lost-calls.ts';
import { sweepLanes } from './sweep-lanes.ts';
import { RecordingUploads } from './upload-recordings.ts';

interface UpkeepOptions {
  db: Database;
  /** Signs the checkpoints of audit logs. */
  secret: SecretKey;
  log: Log;
  nodeId: string;
  /** Whether this process carries the call. */
  carries: (callId: string) => boolean;
  jobs: Jobs;
  /** Tells the other side of an answered call, by the dialog that was written down of it, that it is over. */
  hangUp: LostCallsOptions['hangUp'];
  /** Gives up a call that rang, by the INVITE that was written down of it; how it ended, where that is certain. */
  reclaim: LostCallsOptions['reclaim'];
  /** Where recordings are, and are moved to; left out: nobody moves or removes any. */
  recordings?: Pick<RemovalOptions, 'store' | 'recordingsDir'>;
  /** Slots were freed or campaigns changed: the queue may be looked at. */
  onFreed: () => void;
}

interface Duty {
  name: string;
  everyMs: number;
  /** Answers how many things it did, where that can be told. */
  run: () => Promise<number | undefined>;
}

/** A database that starts again is back within this many seconds. */
const handBackAttempts = 5;
const handBackEveryMs = 1000;

/**
 * What has to be done without anyone asking, each duty on a loop of its own. Every process that runs it may run
 * it at the same time as the others: each duty's statements settle by themselves who does what.
 */
export class Upkeep {
  readonly #duties: Duty[];
  readonly #log: Log;
  readonly #lostCalls: LostCalls;
  readonly #abort = new AbortController();
  readonly #releaseAll: () => Promise<number>;
  #loops: Promise<void>[] = [];

  constructor(options: UpkeepOptions) {
    const { db, secret, log, nodeId, carries, jobs, onFreed, recordings, hangUp, reclaim } = options;
    this.#log = log;
    this.#lostCalls = new LostCalls({ db, deadNodes: new DeadNodes(), log, hangUp, reclaim, onFreed });
    this.#releaseAll = () => releaseStrayClaims(db, nodeId, carries, 0);
    const freed = async (done: Promise<number>) => {
      const count = await done;
      if (count > 0) onFreed();
      return count;
    };
    this.#duties = [
      {
        name: 'settle lost calls',
        everyMs: 1000,
        run: () => this.#lostCalls.look(),
      },
      {
        name: 'release stray claims',
        everyMs: 10_000,
        run: () => freed(releaseStrayClaims(db, nodeId, carries)),
      },
      { name: 'wake held calls', everyMs: 500, run: () => freed(wakeMore(db)) },
      { name: 'reschedule calls', everyMs: 500, run: () => freed(rescheduleMore(db)) },
      { name: 'end due campaigns', everyMs: 500, run: () => freed(endDueCampaigns(db)) },
      { name: 'sweep lanes', everyMs: 60_000, run: () => freed(sweepLanes(db)) },
      { name: 'end holds by caps', everyMs: 1000, run: () => endCapHolds(db) },
      { name: 'cancel calls of ended campaigns', everyMs: 500, run: () => cancelCallsOfEndedCampaigns(db) },
      { name: 'cut the events', everyMs: 1000, run: () => cutEvents(db) },
      { name: 'fold the changes of calls', everyMs: 2000, run: () => foldCallChanges(db) },
      { name: 'analyse ended calls', everyMs: 1000, run: () => enqueuePendingAnalyses(db, jobs) },
      { name: 'analyse ended chats', everyMs: 1000, run: () => enqueuePendingChats(db, jobs) },
      { name: 'abandon chats', everyMs: 10_000, run: () => abandonChats(db, Date.now()) },
      // Of whole days only, so that it has something to do once a day.
      {
        name: 'forget audit entries',
        everyMs: 3_600_000,
        run: () => forgetAuditEntries(db, secret, Date.now()),
      },
      {
        name: 'delete data',
        everyMs: 1000,
        run: () => continueDeletions(db, { signal: this.#abort.signal }),
      },
      { name: 'enforce retention', everyMs: 3_600_000, run: () => enforceRetention(db, Date.now()) },
      {
        name: 'forget what expired',
        everyMs: 60_000,
        run: () => forgetExpired(db, Date.now()).then(() => undefined),
      },
    ];
    if (recordings) {
      const { signal } = this.#abort;
      const removals = new RecordingRemovals({ db, log, signal, ...recordings });
      this.#duties.push({ name: 'remove recordings', everyMs: 2000, run: () => removals.run(Date.now()) });
      const { store, recordingsDir } = recordings;
      const strays = { db, log, carries, signal, recordingsDir };
      this.#duties.push({
        name: 'remove stray recordings',
        everyMs: 6 * 3_600_000,
        run: () => removeStrayRecordings(strays, Date.now()),
      });
      if (store) {
        const uploads = new RecordingUploads({ db, log, carries, signal, store, recordingsDir });
        this.#duties.push({ name: 'move recordings', everyMs: 2000, run: () => uploads.run(Date.now()) });
      }
    }
  }

  start(): void {
    this.#loops = this.#duties.map((duty) => this.#loop(duty));
  }

  /** To be called when the process claims no more and carries no calls. */
  async close(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#loops);
    await this.#lostCalls.close();
    await this.#handBack();
  }

  /**
   * Puts back what this process claimed without knowing, as the answer to a claim is lost with its connection. The
   * database may be restarting at this moment; what cannot be put back is settled by the others.
   */
  async #handBack(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#releaseAll();
        return;
      } catch (error) {
        if (attempt === handBackAttempts) {
          this.#log.error(
            { err: error },
            'what this process has claimed could not be put back; others settle it',
          );
          return;
        }
        await delay(handBackEveryMs);
      }
    }
  }

  async #loop(duty: Duty): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        const done = await duty.run();
        if (done) this.#log.debug({ duty: duty.name, done }, 'upkeep');
      } catch (error) {
        if (!signal.aborted)
          this.#log.error({ err: error, duty: duty.name }, 'an upkeep duty failed; it is tried again');
      }
      await delay(duty.everyMs, signal);
    }
  }
}
