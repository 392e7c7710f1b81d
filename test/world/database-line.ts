import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestDatabase } from './template-database.ts';

/**
 * The moment of a cut: before the database receives the message, or after it has carried it out and before the answer
 * arrives. `silent` loses the message and closes nothing, as a cut network does.
 */
export type Cut = 'unheard' | 'unanswered' | 'silent';

/**
 * How a database is away. `stopped`: it answers nothing and closes nothing, as a stopped process or a cut network; what it
 * was sent meanwhile, it carries out afterwards. `closed`: connections are closed, as by a server that is restarted.
 */
export type Outage = 'stopped' | 'closed';

/** A line to a database that breaks at a chosen message, or altogether. */
export class DatabaseLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connection: TestDatabase['connection'];
  #next: { text: string; cut: Cut } | null = null;
  /** How the line fails now, and what was held back meanwhile. */
  #outage: Outage | null = null;
  #held: (() => void)[] = [];

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

  /** Takes the database away from everybody on this line, until `restore`. */
  begin(outage: Outage): void {
    this.#outage = outage;
    if (outage === 'closed') for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#outage = null;
    for (const pass of this.#held.splice(0)) pass();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    if (this.#outage === 'closed') return void client.destroy();
    const { host, port } = this.#connection;
    const database = connect(`${host}/.s.PGSQL.${port}`);
    const both = [client, database];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.on('error', end).on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
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
      this.#pass(() => database.write(bytes));
    });
    database.on('data', (bytes) => {
      if (isAnswerLost) end();
      else this.#pass(() => client.write(bytes));
    });
  }
  #pass(bytes: () => void): void {
    if (this.#outage === 'stopped') this.#held.push(bytes);
    else bytes();
  }
}
