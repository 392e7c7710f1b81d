import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type pg from 'pg';

/** What is gathered before it is written: one write for each row would cost more than the rows. */
const writeBytes = 65_536;

/**
 * `COPY … TO STDOUT` into an answer, as the bytes come. It is what pg calls a submittable: the client hands it
 * the messages of its statement.
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

  /** Resolves when the statement is over and the answer handed to the socket. */
  run(client: pg.PoolClient): Promise<void> {
    client.query(this as unknown as pg.Submittable);
    return this.#done.promise;
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text);
  }

  /** The driver uses the bytes' place again after this call, so they are copied. */
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
