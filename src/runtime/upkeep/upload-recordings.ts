import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingKey } from '../../domains/calls/index.ts';
import { type Database, readStatement, statement } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import type { ObjectStore } from '../../platform/object-store/index.ts';

interface UploadOptions {
  db: Database;
  store: ObjectStore;
  /** Where this machine's recordings are written to. */
  recordingsDir: string;
  /** Whether this process carries the call. */
  carries: (callId: string) => boolean;
  log: Log;
  /** Aborts when the process stops; what was not confirmed by then is uploaded once more. */
  signal: AbortSignal;
}

interface FinishedRow {
  organization_id: string;
  call_id: string;
  recording_store: 'local' | 's3';
}

interface Failure {
  error: unknown;
  row: FinishedRow;
}

const filesAtOnce = 50;
/** A file that was written to within this may belong to a call that another process still carries. */
const quietMs = 3000;
/** After rounds in which nothing was moved and something failed: twice as long each time, to the longest. */
const firstWaitMs = 4000;
const waitMsMax = 60_000;

const finished = readStatement(
  'upkeep.finished_recordings',
  `select c.organization_id, c.call_id, c.recording_store
   from organizations o cross join unnest($1::text[]) as file (call_id) cross join lateral (
     select organization_id, call_id, recording_store from calls
     where organization_id = o.organization_id and call_id = file.call_id
       and recording_file is not null and status in ('ended', 'canceled')
     limit 1) c`,
);
const moved = statement(
  'upkeep.recording_moved',
  `update calls set recording_store = 's3'
   where organization_id = $1 and call_id = $2 and recording_file is not null returning 1`,
);

/**
 * Moves the recordings of ended calls from the folder of this machine into the object store. The file is the job: it is
 * removed only when the store has said that it holds as many octets and the call's row says where they are, so a store
 * that is down, or a process that is killed, delays and loses nothing.
 */
export class RecordingUploads {
  readonly #options: UploadOptions;
  /** The name that the last round ended with, so that files that fail are in nobody's way. */
  #after = '';
  /** The store was not to be had: until when it is left alone, and for how long that is. */
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #waitMs = 0;

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /**
   * Tries up to 50 files; how many are in the store now. What failed is told in one line. While nothing can be moved, the
   * store is asked ever more rarely, down to once a minute. Rejects when the folder or the database cannot be read.
   */
  async run(nowMs: number): Promise<number> {
    if (nowMs < this.#notBeforeMs) return 0;
    const { db, signal } = this.#options;
    const batch = await this.#nextBatch();
    const failures: Failure[] = [];
    let count = 0;
    for (const row of batch.length === 0 ? [] : await db.query<FinishedRow>(finished, [batch])) {
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
    const waiting = calls.filter((callId) => callId > this.#after && !carries(callId)).toSorted();
    const batch = waiting.slice(0, filesAtOnce);
    this.#after = waiting.length > batch.length ? batch.at(-1)! : '';
    return batch;
  }

  /** Decides when the store is asked again, and tells what it did not take. */
  #settle(count: number, failures: readonly Failure[], nowMs: number): void {
    const [first] = failures;
    if (!first || count > 0) this.#waitMs = 0;
    else this.#waitMs = Math.min(Math.max(firstWaitMs, 2 * this.#waitMs), waitMsMax);
    this.#notBeforeMs = nowMs + this.#waitMs;
    if (!first) return;
    const { organization_id: organizationId, call_id: callId } = first.row;
    this.#options.log.warn(
      { err: first.error, organizationId, callId, failed: failures.length, waitMs: this.#waitMs },
      'recordings could not be moved, the first of them this one; they are tried again',
    );
  }

  async #move(row: FinishedRow, nowMs: number): Promise<boolean> {
    const { db, store, recordingsDir, signal } = this.#options;
    const path = join(recordingsDir, `${row.call_id}.wav`);
    if (row.recording_store === 'local') {
      const { size, mtimeMs } = await stat(path);
      if (nowMs - mtimeMs < quietMs) return false;
      const key = recordingKey(row.organization_id, row.call_id);
      await store.put(key, path, 'audio/wav', signal);
      const stored = await store.size(key, signal);
      if (stored !== size) throw new Error(`the store holds ${stored} octets of ${size}`);
      const isWanted = (await db.query(moved, [row.organization_id, row.call_id])).length > 0;
      // It was removed meanwhile, from where it was then.
      if (!isWanted) await store.delete(key, signal);
    }
    await rm(path, { force: true });
    return true;
  }
}
