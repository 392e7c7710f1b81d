import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FinishedRecording,
  finishedRecordings,
  noteRecordingMoved,
  recordingKey,
} from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import type { ObjectStore } from '../../platform/object-store/index.ts';

interface UploadOptions {
  db: Database;
  store: ObjectStore;
  /** The folder of this machine's recordings. */
  recordingsDir: string;
  /** Whether this process carries the call. */
  carries: (callId: string) => boolean;
  log: Log;
  /** Aborts when the process stops. Unconfirmed files are uploaded once more. */
  signal: AbortSignal;
}

interface Failure {
  error: unknown;
  row: FinishedRecording;
}

const filesAtOnce = 50;
/** A file that was written within this time may belong to a call that another process carries. */
const quietMs = 3000;
/** The delay after a round that failed and moved nothing. It doubles with each such round, up to the maximum. */
const firstDelayMs = 4000;
const delayMsMax = 60_000;

/**
 * Moves the recordings of ended calls from the folder of this machine into the object store. The file is the job: it is
 * removed after the store has confirmed its size and the call's row names the store. A failing store or a killed
 * process delays the move and loses nothing.
 */
export class RecordingUploads {
  readonly #options: UploadOptions;
  /** The last name of the previous round, so that failing files do not block the others. */
  #after = '';
  /** The time before which a failing store is not tried again, and the current delay. */
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #delayMs = 0;

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /**
   * Tries to move up to 50 files. Returns the number of moved files. All failures of a round make one log line. While
   * nothing can be moved, the delay between two rounds grows to a minute. Rejects when the folder or the database cannot
   * be read.
   */
  async run(nowMs: number): Promise<number> {
    if (nowMs < this.#notBeforeMs) return 0;
    const { db, signal } = this.#options;
    const batch = await this.#nextBatch();
    const failures: Failure[] = [];
    let count = 0;
    for (const row of batch.length === 0 ? [] : await finishedRecordings(db, batch)) {
      if (signal.aborted) break;
      try {
        if (await this.#move(row, nowMs)) count++;
      } catch (error) {
        failures.push({ error, row });
      }
    }
    if (!signal.aborted) this.#settle(count, failures, nowMs);
    return count;
  }

  async #nextBatch(): Promise<string[]> {
    const { recordingsDir, carries } = this.#options;
    const names = await readdir(recordingsDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const calls = names.filter((name) => name.endsWith('.wav')).map((name) => name.slice(0, -'.wav'.length));
    const candidates = calls.filter((callId) => callId > this.#after && !carries(callId)).toSorted();
    const batch = candidates.slice(0, filesAtOnce);
    this.#after = candidates.length > batch.length ? batch.at(-1)! : '';
    return batch;
  }

  /** Sets the delay before the next round, and logs the failures of this one. */
  #settle(count: number, failures: readonly Failure[], nowMs: number): void {
    const [first] = failures;
    if (!first || count > 0) this.#delayMs = 0;
    else this.#delayMs = Math.min(Math.max(firstDelayMs, 2 * this.#delayMs), delayMsMax);
    this.#notBeforeMs = nowMs + this.#delayMs;
    if (!first) return;
    const { organizationId, callId } = first.row;
    this.#options.log.warn(
      { err: first.error, organizationId, callId, failed: failures.length, delayMs: this.#delayMs },
      'could not move recordings to the object store; this is the first failure; all are retried',
    );
  }

  async #move(row: FinishedRecording, nowMs: number): Promise<boolean> {
    const { db, store, recordingsDir, signal } = this.#options;
    const path = join(recordingsDir, `${row.callId}.wav`);
    if (row.store === 'local') {
      const { size, mtimeMs } = await stat(path);
      if (nowMs - mtimeMs < quietMs) return false;
      const key = recordingKey(row.organizationId, row.callId);
      await store.put(key, path, 'audio/wav', signal);
      const stored = await store.size(key, signal);
      if (stored !== size) throw new Error(`the store holds ${stored} octets of ${size}`);
      const isWanted = await noteRecordingMoved(db, row);
      // The recording was deleted while it was uploaded.
      if (!isWanted) await store.delete(key, signal);
    }
    await rm(path, { force: true });
    return true;
  }
}
