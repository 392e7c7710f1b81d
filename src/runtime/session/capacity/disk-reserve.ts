/** The space of a file system in bytes. `totalBytes` is 0 when the size is unknown. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** The default reserve is the lesser of these bytes and this share of the disk. */
const defaultBytes = 1_000_000_000;
const defaultShare = 0.05;
/** Recordings resume at this multiple of the reserve, so that a single file does not switch them on and off. */
const resumeFactor = 1.1;

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

  /** The reason why recordings are off, with the remedy, as the rest of a sentence; `null` while there is room. */
  get shortage(): string | null {
    return this.#shortage;
  }

  /** Returns the bytes that stay free on a file system of this size. */
  bytesOf(totalBytes: number): number {
    return this.#wantedBytes ?? Math.min(defaultBytes, totalBytes * defaultShare);
  }

  /** Updates the shortage by the current space. */
  update({ freeBytes, totalBytes }: DiskSpace): void {
    const reserveBytes = this.bytesOf(totalBytes);
    const neededBytes = this.#shortage === null ? reserveBytes : reserveBytes * resumeFactor;
    const isShort = totalBytes > 0 && freeBytes < neededBytes;
    this.#shortage = isShort ? shortageMessage(freeBytes, reserveBytes) : null;
  }
}

function shortageMessage(freeBytes: number, reserveBytes: number): string {
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;
  return `the disk of the recordings has ${megabytes(freeBytes)} free, and ${megabytes(reserveBytes)} must stay free; free space on it, or lower PARLEY_RECORDINGS_RESERVE_MB`;
}
