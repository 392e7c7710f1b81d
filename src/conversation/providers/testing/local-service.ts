import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** A local server for a vendor's protocol over HTTP or WebSocket. */
export interface LocalService {
  /** `http://…`, without a trailing slash. */
  baseUrl: string;
  close(): void;
}

/**
 * Starts a server. `onSocket` receives every WebSocket. `refuse` returns the status that rejects a handshake, or `null` to
 * accept it.
 */
export async function startLocalService(handlers: {
  onRequest?: RequestListener;
  onSocket?: (socket: WebSocket, request: IncomingMessage) => void;
  refuse?: (request: IncomingMessage) => number | null;
  /** A header line of every rejection. */
  refusalHeader?: string;
}): Promise<LocalService> {
  const server: Server = createServer(handlers.onRequest);
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, stream: Duplex, head) => {
    const status = handlers.refuse?.(request) ?? null;
    if (status !== null) {
      const header = handlers.refusalHeader === undefined ? '' : `${handlers.refusalHeader}\r\n`;
      stream.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n${header}\r\n`);
    } else sockets.handleUpgrade(request, stream, head, (socket) => handlers.onSocket?.(socket, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
