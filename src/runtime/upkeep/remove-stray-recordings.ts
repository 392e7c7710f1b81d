import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { callsWithoutRecording } from './store.ts';

interface StrayOptions {
  db: Database;
  /** The folder of this machine's recordings. */
  recordingsDir: string;
  /** Whether this process carries the call. */
  carries: (callId: string) => boolean;
  log: Log;
  signal: AbortSignal;
}

const callsAtOnce = 200;
/** A file that was written within this time may belong to a call whose end is not stored yet. */
const quietMs = 3_600_000;

/**
 * Removes files of ended calls whose record has no recording. A process leaves such a file when it is killed before it
 * stores the answer, and neither retention nor a data deletion would find it. Keeps files of calls that are not on
 * record, because a database may have been restored. Returns the number of removed files.
 */
export async function removeStrayRecordings(options: StrayOptions, nowMs: number): Promise<number> {
  const { db, recordingsDir, carries, log, signal } = options;
  const names = await readdir(recordingsDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const calls = names.filter((name) => name.endsWith('.wav')).map((name) => name.slice(0, -'.wav'.length));
  const candidates = calls.filter((callId) => !carries(callId));
  let count = 0;
  for (let at = 0; at < candidates.length && !signal.aborted; at += callsAtOnce) {
    for (const callId of await callsWithoutRecording(db, candidates.slice(at, at + callsAtOnce))) {
      const path = join(recordingsDir, `${callId}.wav`);
      const writtenAtMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      );
      if (nowMs - writtenAtMs < quietMs) continue;
      await rm(path, { force: true });
      count++;
      log.warn({ callId }, 'removed a recording that the record of its call does not name');
    }
  }
  return count;
}
