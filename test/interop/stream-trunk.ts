import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { buildOffer } from '../../src/telephony/sip/index.ts';
import type { MadeCertificate } from './certificates.ts';
import { localAudio } from './sip-agent.ts';

/** A trunk over TCP or TLS that answers every call. It can disappear and come back. */
export class StreamTrunk implements AsyncDisposable {
  /** The received requests, each with its first line first. */
  readonly requests: string[] = [];
  port = 0;
  readonly #certificate: MadeCertificate | null;
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  constructor(certificate: MadeCertificate | null) {
    this.#certificate = certificate;
  }

  get #transport(): string {
    return this.#certificate ? 'tls' : 'tcp';
  }

  /** Listens. Later calls use the same port. */
  async listen(): Promise<void> {
    const made = this.#certificate;
    this.#server = made
      ? createTlsServer({ cert: made.certificate, key: made.key }, (socket) => this.#take(socket))
      : createServer((socket) => this.#take(socket));
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as { port: number }).port;
  }

  /** Closes its connections and stops listening. */
  async vanish(): Promise<void> {
    const server = this.#server!;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Closes the open connections. */
  hangUpConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves with the first request of a method, now or later. */
  async request(method: string): Promise<string> {
    for (;;) {
      const found = this.requests.find((text) => text.startsWith(`${method} `));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Keeps the socket below TLS from the beginning, because a TLS handshake may never finish. */
  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
  }

  #take(socket: Socket): void {
    socket.on('error', () => undefined);
    let unread = '';
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString('latin1');
      for (;;) {
        const headEnd = unread.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const end = headEnd + 4 + Number(/^Content-Length: (\d+)/m.exec(unread.slice(0, headEnd))?.[1] ?? 0);
        if (unread.length < end) return;
        this.#answer(unread.slice(0, headEnd), socket);
        unread = unread.slice(end);
      }
    });
  }

  #answer(head: string, socket: Socket): void {
    if (head.trim() === '') return void socket.write('\r\n');
    this.requests.push(head);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
    if (head.startsWith('ACK ')) return;
    const copied = head.split('\r\n').filter((line) => /^(Via|From|Call-ID|CSeq):/.test(line));
    const to = /^To: (.*?)(;tag=.*)?$/m.exec(head)![1]!;
    const body = head.startsWith('INVITE ') ? buildOffer(localAudio) : '';
    const lines = [
      ...['SIP/2.0 200 OK', ...copied, `To: ${to};tag=theirs`],
      `Contact: <sip:trunk@127.0.0.1:${this.port};transport=${this.#transport}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server?.listening) await this.vanish();
  }
}
