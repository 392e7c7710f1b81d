import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError, invalid } from '../../kernel/index.ts';
import { bodyTooLarge } from './failures.ts';

interface UploadOptions {
  bytesMax: number;
  /** The text with which the hash of the request begins. */
  hashed: string;
  /** Whether the service is shutting down. */
  isDraining: () => boolean;
  /** Waits until the next bytes may be read. */
  turn: () => Promise<void> | undefined;
}

/** The body of a request as it arrives: bounded, and hashed while it is read. */
export class IncomingUpload implements AsyncIterable<Buffer> {
  readonly #raw: Readable;
  readonly #options: UploadOptions;
  readonly #hash = createHash('sha256');
  #digest: Buffer | undefined;
  #bytes = 0;
  /** Reading has stopped: the body is too large, or the service is shutting down. */
  #isOver = false;

  constructor(raw: Readable, options: UploadOptions) {
    this.#raw = raw;
    this.#options = options;
    this.#hash.update(options.hashed);
  }

  /** SHA-256 of the whole request. Throws before the body was read to its end. */
  get hash(): Buffer {
    if (!this.#digest) throw new Error('the upload was not read to its end');
    return this.#digest;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      // `discard` reads the rest: the answer uses the same connection.
      for await (const chunk of this.#raw.iterator({ destroyOnReturn: false })) {
        this.#count(chunk as Buffer);
        this.#hash.update(chunk as Buffer);
        await this.#options.turn();
        yield chunk as Buffer;
      }
    } catch (thrown) {
      if (thrown instanceof ApiError || !this.#raw.errored) throw thrown;
      throw invalid('body', 'ended before it was complete');
    }
    this.#digest = this.#hash.digest();
  }

  /**
   * Reads and drops the rest. A client that is still sending would otherwise see a broken connection, and not why its
   * file was refused.
   */
  async discard(): Promise<void> {
    if (this.#isOver || this.#raw.destroyed || this.#raw.readableEnded) return;
    for await (const chunk of this.#raw.iterator({ destroyOnReturn: false })) this.#count(chunk as Buffer);
  }

  #count(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const { bytesMax, isDraining } = this.#options;
    this.#isOver = this.#bytes > bytesMax || isDraining();
    if (!this.#isOver) return;
    if (this.#bytes > bytesMax) throw bodyTooLarge(bytesMax);
    throw new ApiError(503, 'service.draining', 'The service is shutting down; try again.', {
      headers: { 'retry-after': '5', connection: 'close' },
    });
  }
}
