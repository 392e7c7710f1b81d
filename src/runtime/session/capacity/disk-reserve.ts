/** What a file system says of itself, in bytes; `totalBytes` is 0 where it does not tell its size. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** What recordings leave free unless a setting says otherwise: the lesser of the two. */
const usualBytes = 1_000_000_000;
const usualShare = 0.05;
/** So much more than the reserve has to be free before there is room again, so that one file more or less does not change it. */
const againFactor = 1.1;

/**
 * Whether there is room for recordings on their file system, which the embedded database may be on, too. Two modes:
 * **room**, until less than the reserve is free; **short**, until a tenth more than the reserve is.
 */
export class DiskReserve {
  readonly #wantedBytes: number | null;
  #shortage: string | null = null;

  /** `wantedBytes` are to stay free, 0: nothing is; null: the lesser of 1 GB and 5 % of the file system. */
  constructor(wantedBytes: number | null) {
    this.#wantedBytes = wantedBytes;
  }

  /** Why nothing is to be recorded, and what to do, in words that go after a colon; null: there is room. */
  get shortage(): string | null {
    return this.#shortage;
  }

  /** What is to stay free of a file system of this size. */
  bytesOf(totalBytes: number): number {
    return this.#wantedBytes ?? Math.min(usualBytes, totalBytes * usualShare);
  }

  look({ freeBytes, totalBytes }: DiskSpace): void {
    const reserveBytes = this.bytesOf(totalBytes);
    const neededBytes = this.#shortage === null ? reserveBytes : reserveBytes * againFactor;
    const isShort = totalBytes > 0 && freeBytes < neededBytes;
    this.#shortage = isShort ? wordsOf(freeBytes, reserveBytes) : null;
  }
}

function wordsOf(freeBytes: number, reserveBytes: number): string {
  const [free, reserve] = [freeBytes, reserveBytes].map((bytes) => `${Math.floor(bytes / 1e6)} MB`);
  return `${free} are free on the disk of the recordings, which leave ${reserve} free; make room on it, or lower PARLEY_RECORDINGS_RESERVE_MB`;
}
