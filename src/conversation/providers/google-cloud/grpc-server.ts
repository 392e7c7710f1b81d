/** For tests: what local servers that play Google's services over gRPC have in common. */
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** The statuses of gRPC by those of HTTP. */
export const grpcStatuses: Readonly<Record<number, number>> = {
  ...{ 400: 3, 401: 16, 403: 7, 409: 10, 429: 8, 503: 14 },
};

export interface Refusal {
  /** A status of HTTP. */
  status: number;
  words: string;
}

/** A local server with one method, which refuses calls without its key. */
export abstract class GrpcServer {
  readonly #server: Http2Server = createServer();
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(apiKey: string, method: string) {
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
    });
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      const isKnown =
        [headers['x-goog-api-key'], headers.authorization].some((one) => String(one).endsWith(apiKey)) &&
        headers[':path'] === method &&
        headers['content-type'] === 'application/grpc';
      if (isKnown) this.serve(stream, headers);
      else refuse(stream, { status: 401, words: 'no such key' });
    });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  close(): void {
    for (const session of this.#sessions) session.destroy();
    this.#server.close();
  }

  protected abstract serve(stream: ServerHttp2Stream, headers: Record<string, unknown>): void;
}

export function refuse(stream: ServerHttp2Stream, { status, words }: Refusal): void {
  const head = { ':status': 200, 'content-type': 'application/grpc' };
  const failure = { 'grpc-status': String(grpcStatuses[status]), 'grpc-message': encodeURIComponent(words) };
  stream.respond({ ...head, ...failure }, { endStream: true });
}

/** Begins an answer, which ends with the status that `statusOf` returns then. */
export function respond(stream: ServerHttp2Stream, statusOf: () => number): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(statusOf()) }));
}

export function onRequests(stream: ServerHttp2Stream, onRequest: (request: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
      const request = rest.subarray(5, 5 + rest.readUInt32BE(1));
      rest = rest.subarray(5 + request.length);
      onRequest(Buffer.from(request));
    }
  });
}

export function framed(body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}
