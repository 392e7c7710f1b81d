import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type BackupChecksum, checksumName } from './format.ts';
import { blockBytes, paddingOf, tarHeader } from './tar-header.ts';

/** An entry whose header is created from these fields. */
export interface NewEntry {
  name: string;
  size: number;
  mtimeMs: number;
}

/** Writes a tar archive to a file, entry by entry, with a checksum of all of them at the end. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #entries = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Writes an entry, with the given header or one for a file. Pads content shorter than `size` with zeros and cuts off
   * longer content: a file that grows during the backup is stored with its initial size.
   */
  async add(header: Buffer | NewEntry, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    this.#entries++;
    await this.#write(Buffer.isBuffer(header) ? header : tarHeader(header));
    let left = size;
    for await (const chunk of content) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (part.length > 0) await this.#write(part);
      if (left === 0 && size > 0) break;
    }
    for (let missing = left; missing > 0; missing -= 1 << 16)
      await this.#write(Buffer.alloc(Math.min(missing, 1 << 16)));
    await this.#write(Buffer.alloc(paddingOf(size)));
  }

  /** Writes an entry from memory. */
  async addText(name: string, text: string, atMs: number): Promise<void> {
    const content = Buffer.from(text);
    const entry = { name, size: content.length, mtimeMs: atMs };
    await this.add(entry, content.length, Readable.from([content]));
  }

  /** Writes the checksum and the end, and flushes the file. */
  async end(atMs: number): Promise<BackupChecksum> {
    const sha256 = this.#hash.copy().digest('hex');
    const checksum: BackupChecksum = { sha256, bytes: this.#bytes, entries: this.#entries };
    await this.addText(checksumName, `${JSON.stringify(checksum)}\n`, atMs);
    await this.#write(Buffer.alloc(2 * blockBytes));
    await this.#file.sync();
    return checksum;
  }

  async #write(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = 0; at < chunk.length; )
      at += (await this.#file.write(chunk, at, chunk.length - at)).bytesWritten;
  }
}
