import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { delay, makeFolder, toError } from '../../kernel/index.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { type FileLock, tryLockFile } from './file-lock.ts';

/** The process that uses a data directory, as recorded in its `running.json`. */
interface Holder {
  pid: number;
  startedAt: string;
  host: string;
}

export interface DataDirLock {
  dataDir: string;
  release(): Promise<void>;
}

/** Another live process uses the data directory. */
export class DataDirLockedError extends EmbeddedPostgresError {
  readonly holder: Holder | undefined;

  constructor(dataDir: string, holder: Holder | undefined) {
    const who = holder
      ? `by process ${holder.pid} on ${holder.host}, started at ${holder.startedAt}`
      : 'by a process that has not said which one it is';
    super(
      `The data directory ${dataDir} is in use ${who}. Stop that process, or set PARLEY_DATA_DIR to another directory.`,
    );
    this.name = 'DataDirLockedError';
    this.holder = holder;
  }
}

/** How long a refused start waits for the holder to write its name, because the holder may have taken the lock a moment
 * ago. */
const nameTimeoutMs = 1_000;

/**
 * Creates the data directory if needed (mode 0700) and locks it for this process. A second start gets a
 * `DataDirLockedError`. The kernel holds the lock (`tryLockFile`). `running.json` only names the holder, and is removed
 * on release.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lock = await takeLock(dataDir);
  const description = join(dataDir, 'running.json');
  if (!lock) throw new DataDirLockedError(dataDir, await readHolder(description));
  try {
    const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
    const holder: Holder = { pid: process.pid, startedAt, host: hostname() };
    await writeFile(`${description}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    await rename(`${description}.new`, description);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    dataDir,
    async release() {
      await rm(description, { force: true });
      lock.release();
    },
  };
}

async function takeLock(dataDir: string): Promise<FileLock | undefined> {
  try {
    await makeFolder(dataDir);
    return tryLockFile(join(dataDir, 'lock'));
  } catch (error) {
    const reason = toError(error).message;
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} cannot be used: ${reason}. It must be a directory that this user can write to.`,
      { cause: error },
    );
  }
}

/** Returns the holder once its description exists and names a live process. */
async function readHolder(path: string): Promise<Holder | undefined> {
  const deadline = Date.now() + nameTimeoutMs;
  for (;;) {
    const holder = parseHolder(await readFile(path, 'utf8').catch(() => ''));
    if (holder && isAlive(holder)) return holder;
    if (Date.now() > deadline) return undefined;
    await delay(20);
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, startedAt, host } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid !== 'number' || typeof startedAt !== 'string' || typeof host !== 'string')
      return undefined;
    return { pid, startedAt, host };
  } catch {
    return undefined;
  }
}

/** Returns false for the description that a killed process left. A description from another host is believed. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
