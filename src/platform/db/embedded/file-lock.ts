import { DatabaseSync } from 'node:sqlite';

/** A lock that this process holds until it lets go or ends. */
export interface FileLock {
  release(): void;
}

/** SQLITE_BUSY: another holds the lock. */
const busy = 5;

/**
 * Takes an exclusive lock on the file at `path` (made if missing), or answers undefined when another process, or
 * another part of this one, holds it.
 *
 * Node cannot lock a file itself, but the SQLite inside it can: `BEGIN EXCLUSIVE` on an empty database is a
 * record lock of the kernel (fcntl), and writes nothing. The kernel drops it however the process ends, so
 * that no lock is ever stale, no process id has to be compared (they are reused, and mean nothing across
 * containers that share a volume), and of two starts in the same instant exactly one wins. The price is that
 * nobody may open and close the file by other means while the lock is held, for that would drop it: what is to
 * be said about the holder stands in another file.
 */
export function tryLockFile(path: string): FileLock | undefined {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
  return {
    release() {
      if (file.isOpen) file.close();
    },
  };
}
