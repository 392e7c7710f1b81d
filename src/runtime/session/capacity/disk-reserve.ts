/** The space of a file system in bytes. `totalBytes` is 0 when the size is unknown. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** The default reserve: the lesser of the two. */
const usualBytes = 1_000_000_000;
const usualShare = 0.05;
/** Recordings resume when this much more than the reserve is free, so that one file does not toggle them. */
const againFactor = 1.1;

/**
 * Decides whether there is room for recordings on their file system, which the embedded database may share. Two modes:
 * **room**, until less than the reserve is free; **short**, until a tenth more than the reserve is free.
 */
export class DiskReserve {
  readonly #wantedBytes: number | null;
  #shortage: string | null = null;

  /** `wantedBytes` stay free; `null` for the lesser of 1 GB and 5 % of the file system. */
  constructor(wantedBytes: number | null) {
    this.#wantedBytes = wantedBytes;
  }

  /** Why recordings are off and what to do, to follow a colon; `null` when there is room. */
  get shortage(): string | null {
    return this.#shortage;
  }

  /** Returns the bytes that stay free on a file system of this size. */
  bytesOf(totalBytes: number): number {
    return this.#wantedBytes ?? Math.min(usualBytes, totalBytes * usualShare);
  }

  look({ freeBytes, totalBytes }: DiskSpace): void {
    const reserveBytes = this.bytesOf(totalBytes);
    const neededBytes = this.#shortage === null ? reserveBytes : reserveBytes * againFactor;
    const isShort = totalBytes > 0 && freeBytes < neededBytes;
    this.#shortage = isShort ? shortageMessage(freeBytes, reserveBytes) : null;
  }
}

function shortageMessage(freeBytes: number, reserveBytes: number): string {
  const [free, reserve] = [freeBytes, reserveBytes].map((bytes) => `${Math.floor(bytes / 1e6)} MB`);
  return `${free} are free on the disk of the recordings, which leave ${reserve} free; make room on it, or lower PARLEY_RECORDINGS_RESERVE_MB`;
}
