import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  dropRemovals,
  noteRemoval,
  type RecordingRemoval,
  recordingEndings,
  recordingKey,
  settleRemoval,
  triedRemovals,
  untriedRemovals,
} from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import type { ObjectStore } from '../../platform/object-store/index.ts';

export interface RemovalOptions {
  db: Database;
  /** The object store, or null when recordings stay on their machines. */
  store: ObjectStore | null;
  /** The folder of this machine's recordings. */
  recordingsDir: string;
  log: Log;
  signal: AbortSignal;
}

const removalsAtOnce = 200;
/** Interval in which this machine removes its files of recordings that another machine has handled. */
const checkEveryMs = 24 * 3_600_000;

/**
 * Removes recordings from the object store and from the folder of this machine. The entries stay in the database until
 * this is done, so a failing store or a killed process delays the removal and forgets nothing.
 */
export class RecordingRemovals {
  readonly #options: RemovalOptions;
  #checkedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** Removes recordings and returns their number. Failures make one log line, and are retried in the next round. */
  async run(nowMs: number): Promise<number> {
    const { db } = this.#options;
    const count = await this.#each(untriedRemovals, (removal) => this.#remove(removal));
    if (nowMs - this.#checkedAtMs >= checkEveryMs) {
      this.#checkedAtMs = nowMs;
      await this.#each(triedRemovals, (removal) => this.#removeFile(removal));
      await dropRemovals(db);
    }
    return count;
  }

  async #each(
    next: (db: Database, after: number, limit: number) => Promise<RecordingRemoval[]>,
    remove: (removal: RecordingRemoval) => Promise<boolean>,
  ): Promise<number> {
    const { db, signal, log } = this.#options;
    const failures: { err: unknown; callId: string }[] = [];
    let count = 0;
    let after = 0;
    for (let found = removalsAtOnce; found === removalsAtOnce; ) {
      const removals = await next(db, after, removalsAtOnce);
      for (const removal of removals) {
        if (signal.aborted) return count;
        after = removal.removalId;
        try {
          if (await remove(removal)) count++;
        } catch (err) {
          failures.push({ err, callId: removal.callId });
        }
      }
      // When a whole batch fails, the store is probably down. The rest is left to the next round.
      if (failures.length === removals.length) break;
      found = removals.length;
    }
    if (failures.length > 0) {
      const fields = { ...failures[0], failed: failures.length };
      log.warn(fields, 'could not remove recordings; this is the first failure; all are retried');
    }
    return count;
  }

  async #remove(removal: RecordingRemoval): Promise<boolean> {
    const { db, store, signal } = this.#options;
    const { organizationId, callId, isStored, removalId } = removal;
    if (isStored && !store)
      throw new Error('the recording is in an object store, and this process has none set up');
    // A recording whose move was interrupted may be in the store too.
    await store?.delete(recordingKey(organizationId, callId), signal);
    const wasHere = await this.#removeFile(removal);
    if (wasHere && !isStored) await settleRemoval(db, removalId);
    else await noteRemoval(db, removalId);
    return wasHere || isStored;
  }

  /** Removes the files. Returns whether there was one. */
  async #removeFile({ callId }: RecordingRemoval): Promise<boolean> {
    let wasHere = false;
    for (const ending of recordingEndings) {
      try {
        await rm(join(this.#options.recordingsDir, `${callId}.${ending}`));
        wasHere = true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return wasHere;
  }
}
