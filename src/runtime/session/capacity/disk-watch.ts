import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { delay, gauge, type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import { DiskReserve, type DiskSpace } from './disk-reserve.ts';

export interface DiskWatchOptions {
  /** The folder of the recordings. */
  folder: string;
  /** See DiskReserve. */
  reserveBytes: number | null;
  /** Returns the space of a folder's file system. */
  readSpace?: ((folder: string) => Promise<DiskSpace>) | undefined;
  log: Log;
}

const checkEveryMs = 2_000;
/** A network file system may not answer. After this time the last known space counts. */
const answerMsMax = 30_000;
/** Maximum wait of the first calls for its answer. */
const firstAnswerMsMax = 1_000;

/** Checks the disk of the recordings regularly for all calls of the process. */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #reserve: DiskReserve;
  #space: DiskSpace | null = null;
  #isUnknown = false;
  #checking: Promise<void> | null = null;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    this.#reserve = new DiskReserve(options.reserveBytes);
    gauge('parley_recordings_disk_free_bytes', 'Free bytes on the disk of the recordings', [], (it) => {
      if (this.#space) it.set(this.#space.freeBytes);
    });
    gauge('parley_recordings_disk_reserve_bytes', 'Free bytes below which nothing is recorded', [], (it) => {
      if (this.#space) it.set(this.#reserve.bytesOf(this.#space.totalBytes));
    });
  }

  /** The reason why recordings are off; `null` when there is room or the space is unknown. See DiskReserve. */
  get shortage(): string | null {
    return this.#reserve.shortage;
  }

  /** Checks for the first time. */
  async start(): Promise<void> {
    await waitAtMost(this.#check(), firstAnswerMsMax);
  }

  /** Checks until the signal aborts. Calls `onShort` after each check that finds a shortage. */
  async run(onShort: (shortage: string) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(checkEveryMs, signal);
      await waitAtMost(this.#check(), answerMsMax, signal);
      if (this.shortage !== null) onShort(this.shortage);
    }
  }

  /** Runs one check at a time, because an unanswered check holds one of libuv's few threads. */
  #check(): Promise<void> {
    this.#checking ??= this.#checkSpace().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #checkSpace(): Promise<void> {
    const { folder, readSpace = diskSpace, log } = this.#options;
    let space: DiskSpace;
    try {
      space = await readSpace(folder);
    } catch (error) {
      if (!this.#isUnknown) log.warn({ err: error }, 'cannot read the free space of the recordings folder');
      this.#isUnknown = true;
      return;
    }
    const wasShort = this.shortage !== null;
    this.#isUnknown = false;
    this.#space = space;
    this.#reserve.update(space);
    const why = this.shortage;
    if (why !== null && !wasShort) log.warn({ ...space, why }, 'recordings are off: the disk is nearly full');
    if (why === null && wasShort) log.info({ ...space }, 'recordings are on again: the disk has room');
  }
}

/** Returns the space of a folder's file system, or of its parent's when the folder does not exist yet. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return statfs(dirname(folder));
    throw error;
  });
  return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}
