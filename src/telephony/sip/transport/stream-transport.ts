import type { Server, Socket } from 'node:net';
import type { Log } from '../../../platform/kernel/index.ts';
import { plainAddress } from '../base/addresses.ts';
import {
  type AddressFamily,
  type Endpoint,
  type MaySend,
  type OnMessage,
  type Transport,
  TransportFailure,
} from '../base/transport.ts';
import { renderHostPort } from '../syntax/index.ts';
import { type Accepted, AcceptedConnections } from './accepted-connections.ts';
import { StreamConnection } from './stream-connection.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { StreamProblem } from './stream-reader.ts';

/** The difference between TCP and TLS. */
export interface StreamKind {
  name: 'tcp' | 'tls';
  /** Opens a connection; `ready` is called when it is writable, with handshake and certificate checked. */
  connect(to: Endpoint, ready: () => void): Socket;
}

interface StreamTransportOptions {
  kind: StreamKind;
  publicAddress: string;
  /** The address that peers connect to. */
  local: Endpoint;
  family: AddressFamily;
  limits: StreamLimits;
  log: Log;
  onMessage: OnMessage;
  /** A stream from this address could not be framed. */
  onMalformed(problem: StreamProblem, source: Endpoint): void;
  /** A connection was refused because there are too many. */
  onConnectionRefused(): void;
  /**
   * Returns whether an address may start a dialog. Its connections do not count as those of unknown
   * addresses.
   */
  isKnown(address: string): boolean;
}

/** The connections of one stream transport: one opened to each target, and those that peers opened. */
export class StreamTransport implements Transport {
  readonly name: 'tcp' | 'tls';
  readonly publicAddress: string;
  readonly local: Endpoint;
  readonly family: AddressFamily;
  readonly #options: StreamTransportOptions;
  readonly #opened = new Map<string, StreamConnection>();
  /** Every open connection by its number. */
  readonly #all = new Map<number, StreamConnection>();
  readonly #accepted: AcceptedConnections<Accepted>;
  #lastNumber = 0;
  #server: Server | null = null;
  #isOpen = true;

  constructor(options: StreamTransportOptions) {
    this.#options = options;
    this.name = options.kind.name;
    this.publicAddress = options.publicAddress;
    this.local = options.local;
    this.family = options.family;
    this.#accepted = new AcceptedConnections(options.limits, (address) => options.isKnown(address));
  }

  /** How many connections there are. */
  get size(): number {
    return this.#all.size;
  }

  /** Takes ownership of the server, which closes with the transport. */
  own(server: Server): void {
    this.#server = server;
  }

  /** Accepts a connection that a peer opened. */
  accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const source = this.#endpoint(address, socket.remotePort ?? 0);
    const isFull = !this.#accepted.makeRoom(address);
    if (isFull || !this.#isOpen || address === '') {
      socket.on('error', () => {});
      socket.destroy();
      if (isFull) this.#options.onConnectionRefused();
      return;
    }
    this.#options.log.debug({ source }, 'a sip connection was accepted');
    const connection = this.#keep(socket, source, true, () => this.#accepted.delete(accepted));
    const accepted: Accepted = {
      address,
      get lastHeardAtMs() {
        return connection.lastHeardAtMs;
      },
      close: () => connection.close(),
    };
    this.#accepted.add(accepted);
  }

  send(bytes: Buffer, to: Endpoint, failed: (error: TransportFailure) => void, maySend?: MaySend): void {
    const connection = this.#connectionTo(to);
    if (connection) connection.send(bytes, failed, maySend);
    else queueMicrotask(() => failed(new TransportFailure('too many connections', false)));
  }

  hasConnection(number: number): boolean {
    return this.#all.get(number)?.isOpen ?? false;
  }

  /** Closes a connection whose peer may not use this service; written bytes are still sent. */
  release(number: number): void {
    this.#all.get(number)?.close();
  }

  closeIfSilent(to: Endpoint, silentMs: number): void {
    const connection = this.#existingConnection(to);
    if (connection && performance.now() - connection.lastHeardAtMs >= silentMs) connection.close();
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const server = this.#server;
    const closed = server ? new Promise<void>((resolve) => server.close(() => resolve())) : null;
    for (const connection of [...this.#all.values()]) connection.close();
    await closed;
  }

  /** Returns the connection of the request (§18.2.2), or the existing one to the target (§18.1.1). */
  #existingConnection(to: Endpoint): StreamConnection | null {
    const same = to.connection === undefined ? undefined : this.#all.get(to.connection);
    if (same?.isOpen) return same;
    const known = this.#opened.get(keyOf(to));
    return known?.isOpen ? known : null;
  }

  /** Returns the existing connection or opens one. */
  #connectionTo(to: Endpoint): StreamConnection | null {
    const there = this.#existingConnection(to);
    if (there) return there;
    const key = keyOf(to);
    if (!this.#isOpen || this.#opened.size >= this.#options.limits.openedMax) return null;
    let isMade = false;
    let connection: StreamConnection | null = null;
    const socket = this.#options.kind.connect(to, () => {
      isMade = true;
      connection?.ready();
    });
    const opened = this.#keep(socket, this.#endpoint(to.address, to.port, to.serverName), false, () => {
      if (this.#opened.get(key) === opened) this.#opened.delete(key);
    });
    connection = opened;
    if (isMade) opened.ready();
    this.#opened.set(key, opened);
    return opened;
  }

  #keep(socket: Socket, peer: Endpoint, isAccepted: boolean, onClosed: () => void): StreamConnection {
    const number = ++this.#lastNumber;
    const source: Endpoint = { ...peer, connection: number, ...(isAccepted ? { isEphemeral: true } : {}) };
    const { limits, onMessage, onMalformed } = this.#options;
    const handlers = {
      onMessage: (message: Buffer) => onMessage(message, source),
      onMalformed: (problem: StreamProblem) => onMalformed(problem, source),
      onClosed: () => {
        this.#all.delete(number);
        onClosed();
      },
    };
    const connection = new StreamConnection(socket, limits, handlers, isAccepted);
    this.#all.set(number, connection);
    return connection;
  }

  #endpoint(address: string, port: number, serverName?: string): Endpoint {
    const endpoint: Endpoint = { address, port, transport: this.name };
    return serverName === undefined ? endpoint : { ...endpoint, serverName };
  }
}

/** The key of an opened connection. */
function keyOf({ address, port, serverName = '' }: Endpoint): string {
  return `${renderHostPort(address, port)} ${serverName}`;
}
