import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One answer as received. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A connection on which a test writes any bytes. */
export class RawClient {
  readonly socket: Socket;
  #received = '';
  /** Resolves when the connection has ended in any way. */
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.#received += text;
    });
    // The server may close the connection while the test still writes.
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  get received(): string {
    return this.#received;
  }

  write(text: string | Buffer): boolean {
    return this.socket.write(text);
  }

  /** Waits for the next answer. Throws when the connection ends without one. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#take();
      if (answer) return answer;
      if (this.socket.destroyed)
        throw new Error(`the connection ended after ${JSON.stringify(this.#received)}`);
      await Promise.race([once(this.socket, 'data').catch(() => undefined), this.closed]);
    }
  }

  destroy(): void {
    this.socket.destroy();
  }

  #take(): RawAnswer | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [line = '', ...fields] = this.#received.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const start = end + 4;
    if (this.#received.length < start + length) return undefined;
    const body = this.#received.slice(start, start + length);
    this.#received = this.#received.slice(start + length);
    return { status: Number(line.split(' ')[1]), headers, body };
  }
}

/** Returns the text of a request, with Content-Length when it has a body. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const all: Record<string, string> = { host: 'api.test', ...headers };
  if (body !== undefined) {
    all['content-type'] ??= 'application/json';
    all['content-length'] ??= String(Buffer.byteLength(body));
  }
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${body ?? ''}`;
}
