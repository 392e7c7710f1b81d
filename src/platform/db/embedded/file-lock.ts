import { DatabaseSync } from 'node:sqlite';

/** A lock that this process holds until it releases it or ends. */
export interface FileLock {
  release(): void;
}

/** SQLITE_BUSY: another holds the lock. */
const busy = 5;

/**
 * Takes an exclusive lock on the file at `path`, which is created if missing. Returns undefined when another process,
 * or another part of this one, holds it.
 * Node.js cannot lock a file, but its SQLite can: `BEGIN EXCLUSIVE` on an empty database is a record lock of the kernel
 * (fcntl), and writes nothing. The kernel releases it however the process ends. So no lock is ever stale, no process
 * ids are compared (they are reused, and mean nothing across containers that share a volume), and exactly one of two
 * simultaneous starts wins. The drawback: a process that opens and closes the file by other means releases its lock.
 * Facts about the holder are therefore in another file.
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
