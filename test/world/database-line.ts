import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestDatabase } from './template-database.ts';

/**
 * The moment of a cut: before the database receives the message, or after it has carried it out and before the answer
 * arrives. `silent` loses the message and closes nothing, as a cut network does.
 */
export type Cut = 'unheard' | 'unanswered' | 'silent';

/** A connection to a database that breaks at a chosen message. */
export class DatabaseLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connection: TestDatabase['connection'];
  #next: { text: string; cut: Cut } | null = null;

  private constructor(connection: TestDatabase['connection']) {
    this.#connection = connection;
    this.#server = createServer((client) => this.#join(client));
  }

  static async open({ connection }: Pick<TestDatabase, 'connection'>): Promise<DatabaseLine> {
    const line = new DatabaseLine(connection);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The URL of the database over this connection. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    const { user, database } = this.#connection;
    return `postgres://${user}@127.0.0.1:${port}/${database}`;
  }

  /**
   * Breaks the connection of the next message with this text. Other connections continue, and new ones are accepted.
   */
  cutAt(text: string, cut: Cut): void {
    this.#next = { text, cut };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    const { host, port } = this.#connection;
    const database = connect(`${host}/.s.PGSQL.${port}`);
    const both = [client, database];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    let isAnswerLost = false;
    client.on('data', (bytes) => {
      const next = this.#next;
      if (next && bytes.includes(next.text)) {
        this.#next = null;
        if (next.cut === 'silent') return;
        if (next.cut === 'unheard') return end();
        isAnswerLost = true;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (isAnswerLost) end();
      else client.write(bytes);
    });
  }
}
