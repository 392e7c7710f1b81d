import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type pg from 'pg';

/** Bytes that are gathered before a write. One write for each row would cost more than the rows. */
const writeBytes = 65_536;

/**
 * `COPY … TO STDOUT` into an answer, as the bytes arrive. It is a submittable of pg: the client passes it the messages
 * of its statement.
 */
export class CopyOut {
  readonly #text: string;
  readonly #response: ServerResponse;
  readonly #done = Promise.withResolvers<void>();
  #waiting = Buffer.allocUnsafe(writeBytes);
  #waitingBytes = 0;

  constructor(text: string, response: ServerResponse) {
    this.#text = text;
    this.#response = response;
  }

  /** Resolves when the statement is over and the answer has been passed to the socket. */
  run(client: pg.PoolClient): Promise<void> {
    client.query(this as unknown as pg.Submittable);
    return this.#done.promise;
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text);
  }

  /** The driver reuses the buffer after this call, so the bytes are copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#waiting, this.#waitingBytes, at);
      at += copied;
      this.#waitingBytes += copied;
      if (this.#waitingBytes === writeBytes) this.#write();
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#write();
    finished(this.#response, () => this.#done.resolve());
    this.#response.end();
  }

  handleError(error: Error): void {
    this.#response.destroy();
    this.#done.reject(error);
  }

  #write(): void {
    this.#response.write(this.#waiting.subarray(0, this.#waitingBytes));
    this.#waiting = Buffer.allocUnsafe(writeBytes);
    this.#waitingBytes = 0;
  }
}
