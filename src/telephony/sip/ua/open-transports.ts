import type { Server } from 'node:net';
import type { Log } from '../../../platform/kernel/index.ts';
import { familyOf } from '../base/addresses.ts';
import type { Endpoint, OnMessage, Transport } from '../base/transport.ts';
import { defaultStreamLimits, type StreamLimits } from '../transport/stream-limits.ts';
import type { StreamProblem } from '../transport/stream-reader.ts';
import { type StreamKind, StreamTransport } from '../transport/stream-transport.ts';
import { listenTcp, tcpKind } from '../transport/tcp-transport.ts';
import { listenTls, type TlsOptions, tlsKind } from '../transport/tls-transport.ts';
import { openUdpTransport } from '../transport/udp-transport.ts';
import type { WebSocketOptions } from '../transport/web-socket-transport.ts';
import type { UserAgentOptions } from './user-agent-options.ts';

/** The options to open sockets and accept calls. */
export interface SipUserAgentOptions extends UserAgentOptions {
  /** The address to bind. */
  host: string;
  /** The port of UDP and of TCP; 0 takes any that is free for both. */
  port: number;
  /** The public address that Via and Contact name. */
  publicAddress: string;
  /** Trust in TLS peers, and our certificate for those that connect to us. */
  tls?: TlsOptions | undefined;
  /** Where web phones connect (RFC 7118); closed by default. */
  webSocket?: WebSocketOptions | undefined;
  streamLimits?: Partial<StreamLimits> | undefined;
  log: Log;
}

/** The receivers of everything that arrives. */
interface TransportHandlers {
  onMessage: OnMessage;
  onMalformed(problem: StreamProblem, source: Endpoint): void;
  onConnectionRefused(): void;
  isKnown(address: string): boolean;
}

/** The most attempts to find a port that is free for UDP and TCP. */
const samePortTries = 20;

/** Opens UDP, TCP on the same port, TLS and WebSocket. When one fails, the others are closed again. */
export async function openTransports(
  options: SipUserAgentOptions,
  handlers: TransportHandlers,
): Promise<Transport[]> {
  const { udp, tcp } = await openSamePort(options, handlers.onMessage);
  const limits: StreamLimits = { ...defaultStreamLimits, ...options.streamLimits };
  const open = (kind: StreamKind, server: Server | null): StreamTransport =>
    openStream(options, handlers, limits, kind, server);
  const tcpTransport = open(tcpKind, tcp);
  tcp.on('connection', (socket) => tcpTransport.accept(socket));
  const opened: Transport[] = [udp, tcpTransport];
  const tls = options.tls ?? {};
  try {
    const server = tls.server ? await listenTls(options.host, tls.server) : null;
    const tlsTransport = open(tlsKind(tls), server);
    server?.on('secureConnection', (socket) => tlsTransport.accept(socket));
    opened.push(tlsTransport);
    if (options.webSocket) opened.push(await openWebSocket(options, options.webSocket, handlers, limits));
    return opened;
  } catch (error) {
    await Promise.all(opened.map((transport) => transport.close()));
    throw error;
  }
}

/** The library of WebSockets is loaded where web phones are expected only. */
async function openWebSocket(
  { host, publicAddress, log }: SipUserAgentOptions,
  options: WebSocketOptions,
  handlers: TransportHandlers,
  limits: StreamLimits,
): Promise<Transport> {
  const { openWebSocketTransport } = await import('../transport/web-socket-transport.ts');
  return openWebSocketTransport(options, { host, publicAddress, log, limits, ...handlers });
}

async function openSamePort(options: SipUserAgentOptions, onMessage: OnMessage) {
  for (let tries = 1; ; tries++) {
    const udp = await openUdpTransport(options, onMessage);
    try {
      return { udp, tcp: await listenTcp(options.host, udp.local.port) };
    } catch (error) {
      await udp.close();
      if (options.port !== 0 || tries === samePortTries) throw error;
    }
  }
}

function openStream(
  options: SipUserAgentOptions,
  handlers: TransportHandlers,
  limits: StreamLimits,
  kind: StreamKind,
  server: Server | null,
): StreamTransport {
  const { host, publicAddress, log } = options;
  const bound = server?.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const transport = new StreamTransport({
    kind,
    publicAddress,
    local: { address: host, port, transport: kind.name },
    family: familyOf(host),
    limits,
    log,
    ...handlers,
  });
  if (!server) return transport;
  // Bounds sockets before they become our connections, such as those in a TLS handshake.
  server.maxConnections = 2 * (limits.acceptedMax + limits.unknownMax);
  server.on('error', (error) => log.error({ err: error }, 'sip listener error'));
  transport.own(server);
  return transport;
}
