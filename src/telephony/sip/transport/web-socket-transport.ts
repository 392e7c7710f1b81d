import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Log } from '../../../platform/kernel/index.ts';
import {
  type Endpoint,
  type MaySend,
  type OnMessage,
  type Transport,
  TransportFailure,
} from '../base/transport.ts';
import { messageLimits } from '../message/parse-message.ts';
import { AcceptedConnections } from './accepted-connections.ts';
import { ForwardedAddresses } from './forwarded-addresses.ts';
import type { StreamLimits } from './stream-limits.ts';
import { listening } from './tcp-transport.ts';
import { WebSocketConnection } from './web-socket-connection.ts';

/** Where web phones connect. */
export interface WebSocketOptions {
  /** 0 takes any free port. */
  port: number;
  /** Our certificate, as PEM: the port speaks TLS (`wss`). Without one it does not (`ws`). */
  certificate?: { certificate: string; key: string } | undefined;
  /** CIDRs of proxies whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[] | undefined;
}

interface TransportOptions {
  host: string;
  publicAddress: string;
  limits: StreamLimits;
  log: Log;
  onMessage: OnMessage;
  onMalformed(problem: { reason: string; head: null }, source: Endpoint): void;
  /** A connection was refused because there are too many. */
  onConnectionRefused(): void;
  /** Returns whether an address may start a dialog or has a registered device. Its connections have places of their own. */
  isKnown(address: string): boolean;
}

/** The subprotocol of RFC 7118 §4.1. */
const subprotocol = 'sip';
/** Time for the handshakes of TLS and of the WebSocket. */
const handshakeTimeoutMs = 10_000;

/** SIP over WebSocket (RFC 7118). It accepts connections and opens none: a web phone is reached by its own. */
export class WebSocketTransport implements Transport {
  readonly name: 'ws' | 'wss';
  readonly publicAddress: string;
  readonly local: Endpoint;
  /** Peers are reached by their connections, whatever the family of the address that a proxy names. */
  readonly family = 0;
  readonly #options: TransportOptions;
  readonly #server: Server;
  readonly #forwarded: ForwardedAddresses;
  readonly #handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: messageLimits.bytes,
    perMessageDeflate: false,
    handleProtocols: () => subprotocol,
  });
  /** Every open connection by its number. */
  readonly #all = new Map<number, WebSocketConnection>();
  readonly #accepted: AcceptedConnections<WebSocketConnection>;
  #lastNumber = 0;
  #isOpen = true;

  constructor(server: Server, name: 'ws' | 'wss', options: TransportOptions, trusted: readonly string[]) {
    this.#options = options;
    this.#server = server;
    this.name = name;
    this.publicAddress = options.publicAddress;
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    this.local = { address: options.host, port, transport: name };
    this.#forwarded = new ForwardedAddresses(trusted);
    this.#accepted = new AcceptedConnections(options.limits, (address) => options.isKnown(address));
    // Bounds sockets before they become our connections.
    server.maxConnections = 2 * (options.limits.acceptedMax + options.limits.unknownMax);
    server.on('error', (error) => options.log.error({ err: error }, 'sip listener error'));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  send(bytes: Buffer, to: Endpoint, failed: (error: TransportFailure) => void, maySend?: MaySend): void {
    const connection = this.#connectionOf(to);
    if (connection) connection.send(bytes, failed, maySend);
    else
      queueMicrotask(() => failed(new TransportFailure('the connection of the web phone is closed', false)));
  }

  hasConnection(number: number): boolean {
    return this.#all.get(number)?.isOpen ?? false;
  }

  release(number: number): void {
    this.#all.get(number)?.close();
  }

  closeIfSilent(to: Endpoint, silentMs: number): void {
    const connection = this.#connectionOf(to);
    if (connection && performance.now() - connection.lastHeardAtMs >= silentMs) connection.close();
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of [...this.#all.values()]) connection.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #connectionOf({ connection }: Endpoint): WebSocketConnection | undefined {
    return connection === undefined ? undefined : this.#all.get(connection);
  }

  /** Returns the status of a handshake that is refused: without the subprotocol (RFC 7118 §4.1), and where there are too many. */
  #refusal(subprotocols: readonly string[], address: string): string | null {
    if (!subprotocols.includes(subprotocol)) return '400 Bad Request';
    if (this.#isOpen && address !== '' && this.#accepted.makeRoom(address)) return null;
    this.#options.onConnectionRefused();
    return '503 Service Unavailable';
  }

  /** Completes a handshake, or refuses it. */
  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    const address = this.#forwarded.addressOf(request);
    const status = this.#refusal(offered, address);
    if (status !== null) {
      refuse(socket, status);
      return;
    }
    const port = request.socket.remotePort ?? 0;
    this.#handshakes.handleUpgrade(request, socket, head, (webSocket) => {
      const { log, limits, onMessage, onMalformed } = this.#options;
      const number = ++this.#lastNumber;
      const source: Endpoint = {
        ...{ address, port, transport: this.name },
        ...{ connection: number, isEphemeral: true },
      };
      const connection = new WebSocketConnection(webSocket, address, limits, {
        onMessage: (message) => onMessage(message, source),
        onMalformed: (reason) => onMalformed({ reason, head: null }, source),
        onClosed: () => {
          this.#all.delete(number);
          this.#accepted.delete(connection);
        },
      });
      this.#all.set(number, connection);
      this.#accepted.add(connection);
      log.debug({ source }, 'a sip web socket was accepted');
    });
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Listens for web phones. Rejects when the address cannot be bound or the certificate does not match its key. */
export async function openWebSocketTransport(
  { port, certificate, trustedProxies = [] }: WebSocketOptions,
  options: TransportOptions,
): Promise<WebSocketTransport> {
  const timeouts = {
    ...{ headersTimeout: handshakeTimeoutMs, requestTimeout: handshakeTimeoutMs },
    connectionsCheckingInterval: handshakeTimeoutMs / 2,
  };
  const server = certificate
    ? createHttpsServer(
        {
          ...timeouts,
          cert: certificate.certificate,
          key: certificate.key,
          minVersion: 'TLSv1.2',
          handshakeTimeout: handshakeTimeoutMs,
        },
        explain,
      )
    : createHttpServer(timeouts, explain);
  await listening(server, options.host, port);
  return new WebSocketTransport(server, certificate ? 'wss' : 'ws', options, trustedProxies);
}

/** Answers a request that is no handshake, such as one of a person who opens the address in a browser. */
function explain(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(426, {
    'Content-Type': 'text/plain; charset=utf-8',
    ...{ Connection: 'close', Upgrade: 'websocket', 'Sec-WebSocket-Protocol': subprotocol },
  });
  response.end('Web phones connect here: SIP over WebSocket (RFC 7118), subprotocol "sip".\n');
}
