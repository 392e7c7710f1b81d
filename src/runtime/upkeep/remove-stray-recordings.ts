import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingEndings } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { endedOf } from './store.ts';

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
 * record, because a database may have been restored. Gives the recording of a call that did not arrive at another process
 * its name again, and removes what a process had prepared that was killed before it had the call. Returns the number of
 * removed files.
 */
export async function removeStrayRecordings(options: StrayOptions, nowMs: number): Promise<number> {
  const { db, recordingsDir, carries, log, signal } = options;
  const names: string[] = await readdir(recordingsDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.map((name) => recordingName.exec(name)?.groups).filter((file) => file !== undefined);
  const candidates = files.filter(({ callId }) => !carries(callId!));
  let count = 0;
  for (let at = 0; at < candidates.length && !signal.aborted; at += callsAtOnce) {
    const some = candidates.slice(at, at + callsAtOnce);
    const ended = await endedOf(
      db,
      some.map(({ callId }) => callId!),
    );
    const isRecorded = new Map(ended.map((call) => [call.callId, call.isRecorded]));
    for (const { name, callId, ending } of some) {
      const fate = fateOf(ending!, isRecorded.get(callId!), names.includes(`${callId}.wav`));
      const path = join(recordingsDir, name!);
      if (fate === 'keep' || nowMs - (await writtenAtMs(path)) < quietMs) continue;
      if (fate === 'rename') {
        await rename(path, join(recordingsDir, `${callId}.wav`));
        log.warn({ callId }, 'kept the recording of a call that another process had not received');
        continue;
      }
      await rm(path, { force: true });
      count++;
      log.warn({ callId, ending }, 'removed a recording that the record of its call does not name');
    }
  }
  return count;
}

const recordingName = new RegExp(`^(?<name>(?<callId>.+)\\.(?<ending>${recordingEndings.join('|')}))$`);

/** Decides about a file that no process writes. `isRecorded`: whether the record of the ended call has a recording. */
function fateOf(
  ending: string,
  isRecorded: boolean | undefined,
  isWhole: boolean,
): 'keep' | 'remove' | 'rename' {
  if (ending === 'taking') return 'remove';
  if (isRecorded === undefined) return 'keep';
  if (!isRecorded) return 'remove';
  if (ending === 'wav') return 'keep';
  return isWhole ? 'remove' : 'rename';
}

/** Returns when the file was written; infinity when it is gone. */
function writtenAtMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
}
