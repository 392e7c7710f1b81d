import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingKey } from '../calls/index.ts';
import { type Database, statement } from '../db/index.ts';
import type { Log } from '../kernel/index.ts';
import type { ObjectStore } from '../object-store/index.ts';

export interface UploadOptions {
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

const filesAtOnce = 50;
/** A file that was written to within this may belong to a call that another process still carries. */
const quietMs = 3000;

const finished = statement(
  'upkeep.finished_recordings',
  `select organization_id, call_id, recording_store from calls
   where call_id = any($1) and recording_file is not null and status in ('ended', 'canceled')`,
);
const moved = statement(
  'upkeep.recording_moved',
  `update calls set recording_store = 's3' where organization_id = $1 and call_id = $2`,
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

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** Tries up to 50 files; how many are in the store now. Rejects when the folder or the database cannot be read. */
  async run(): Promise<number> {
    const { db, recordingsDir, carries, log, signal } = this.#options;
    const names = await readdir(recordingsDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const calls = names.filter((name) => name.endsWith('.wav')).map((name) => name.slice(0, -'.wav'.length));
    const waiting = calls.filter((callId) => callId > this.#after && !carries(callId)).toSorted();
    const batch = waiting.slice(0, filesAtOnce);
    this.#after = waiting.length > batch.length ? batch.at(-1)! : '';
    let count = 0;
    for (const row of batch.length === 0 ? [] : await db.query<FinishedRow>(finished, [batch])) {
      if (signal.aborted) break;
      try {
        if (await this.#move(row)) count++;
      } catch (error) {
        const { organization_id: organizationId, call_id: callId } = row;
        log.warn({ err: error, organizationId, callId }, 'a recording could not be moved; it is tried again');
      }
    }
    return count;
  }

  async #move(row: FinishedRow): Promise<boolean> {
    const { db, store, recordingsDir, signal } = this.#options;
    const path = join(recordingsDir, `${row.call_id}.wav`);
    if (row.recording_store === 'local') {
      const { size, mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs < quietMs) return false;
      const key = recordingKey(row.organization_id, row.call_id);
      await store.put(key, path, 'audio/wav', signal);
      const stored = await store.size(key, signal);
      if (stored !== size) throw new Error(`the store holds ${stored} octets of ${size}`);
      await db.query(moved, [row.organization_id, row.call_id]);
    }
    await rm(path, { force: true });
    return true;
  }
}
