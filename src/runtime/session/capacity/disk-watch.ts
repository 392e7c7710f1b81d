import { delay, gauge, type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import { DiskReserve, type DiskSpace } from './disk-reserve.ts';
import { diskSpace } from './disk-space.ts';

export interface DiskWatchOptions {
  /** Of the recordings. */
  folder: string;
  /** See DiskReserve. */
  reserveBytes: number | null;
  /** Looks at the file system of a folder. */
  look?: ((folder: string) => Promise<DiskSpace>) | undefined;
  log: Log;
}

const lookMs = 2_000;
/** A file system that is reached over a network may not answer: what was known of it holds after so long. */
const answerMsMax = 30_000;
/** And so long the first calls wait for its answer. */
const firstAnswerMsMax = 1_000;

/** Looks now and then, once for all calls of the process, whether there is room for recordings. */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #reserve: DiskReserve;
  #space: DiskSpace | null = null;
  #isUnknown = false;
  #looking: Promise<void> | null = null;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    this.#reserve = new DiskReserve(options.reserveBytes);
    gauge('parley_recordings_disk_free_bytes', 'What the disk of the recordings has free', [], (it) => {
      if (this.#space) it.set(this.#space.freeBytes);
    });
    gauge(
      'parley_recordings_disk_reserve_bytes',
      'With less than this free nothing is recorded',
      [],
      (it) => {
        if (this.#space) it.set(this.#reserve.bytesOf(this.#space.totalBytes));
      },
    );
  }

  /** Why nothing is to be recorded; null: there is room, or it is not known. See DiskReserve. */
  get shortage(): string | null {
    return this.#reserve.shortage;
  }

  /** Looks for the first time. */
  async start(): Promise<void> {
    await waitAtMost(this.#look(), firstAnswerMsMax);
  }

  /** Looks until the signal aborts; `onShort` is told after each look that finds a shortage. */
  async run(onShort: (shortage: string) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(lookMs, signal);
      await waitAtMost(this.#look(), answerMsMax, signal);
      if (this.shortage !== null) onShort(this.shortage);
    }
  }

  /** Never a second time at once: each look that is not answered keeps one of the few threads that files are worked on by. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookAnew().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookAnew(): Promise<void> {
    const { folder, look = diskSpace, log } = this.#options;
    let space: DiskSpace;
    try {
      space = await look(folder);
    } catch (error) {
      if (!this.#isUnknown) log.warn({ err: error }, 'what the disk of the recordings has free is not known');
      this.#isUnknown = true;
      return;
    }
    const wasShort = this.shortage !== null;
    this.#isUnknown = false;
    this.#space = space;
    this.#reserve.look(space);
    const why = this.shortage;
    if (why !== null && !wasShort)
      log.warn({ ...space, why }, 'nothing is recorded any more: the disk fills up');
    if (why === null && wasShort) log.info({ ...space }, 'the disk has room for recordings again');
  }
}
