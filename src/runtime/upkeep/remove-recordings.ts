import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  dropRemovals,
  noteRemoval,
  type RecordingRemoval,
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
  /** Where recordings are moved to; null: they stay where they are. */
  store: ObjectStore | null;
  /** Where this machine's recordings are written to. */
  recordingsDir: string;
  log: Log;
  signal: AbortSignal;
}

const removalsAtOnce = 200;
/** How often this machine looks for files of recordings that another was through with. */
const lookAgainMs = 24 * 3_600_000;

/**
 * Removes recordings that are to be gone, from the object store and from the folder of this machine. What says so stays in
 * the database until it is done, so a store that is down, or a process that is killed, delays and forgets nothing.
 */
export class RecordingRemovals {
  readonly #options: RemovalOptions;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** Removes what it can; how many recordings. What failed is told in one line and tried again. */
  async run(nowMs: number): Promise<number> {
    const { db } = this.#options;
    const count = await this.#each(untriedRemovals, (removal) => this.#remove(removal));
    if (nowMs - this.#lookedAtMs >= lookAgainMs) {
      this.#lookedAtMs = nowMs;
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
      // A store that takes none is not asked for all of them.
      if (failures.length === removals.length) break;
      found = removals.length;
    }
    if (failures.length > 0) {
      const fields = { ...failures[0], failed: failures.length };
      log.warn(fields, 'recordings could not be removed, the first of them this one; they are tried again');
    }
    return count;
  }

  async #remove(removal: RecordingRemoval): Promise<boolean> {
    const { db, store, signal } = this.#options;
    const { organizationId, callId, isStored, removalId } = removal;
    if (isStored && !store) throw new Error('it is in an object store, and none is set up here');
    // One that was on its way there is in it too.
    await store?.delete(recordingKey(organizationId, callId), signal);
    const wasHere = await this.#removeFile(removal);
    if (wasHere && !isStored) await settleRemoval(db, removalId);
    else await noteRemoval(db, removalId);
    return wasHere || isStored;
  }

  /** Whether there was a file. */
  async #removeFile({ callId }: RecordingRemoval): Promise<boolean> {
    try {
      await rm(join(this.#options.recordingsDir, `${callId}.wav`));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }
}
