/** Reads a given number of bytes from a stream of chunks, with at most one chunk in memory. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns exactly `bytes` bytes, or `null` at the end of the stream. Throws when it ends in between. */
  async take(bytes: number): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    let missing = bytes;
    while (missing > 0) {
      const piece = await this.#next(missing);
      if (!piece && missing === bytes) return null;
      if (!piece) throw endedEarly();
      pieces.push(piece);
      missing -= piece.length;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** Yields the next `bytes` bytes as they arrive. Throws when the stream ends before. */
  async *pass(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      const piece = await this.#next(missing);
      if (!piece) throw endedEarly();
      missing -= piece.length;
      yield piece;
    }
  }

  async #next(bytesMax: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, bytesMax);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}

function endedEarly(): Error {
  return new Error('it ends too early');
}
