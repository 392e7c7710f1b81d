import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Actor, Log } from '../kernel/index.ts';

/** A request to become a WebSocket (RFC 6455) that may: what takes it over answers the handshake. */
export interface SocketConnection {
  request: IncomingMessage;
  socket: Duplex;
  /** What came of the connection after the request. */
  head: Buffer;
  actor: Actor;
  log: Log;
  /** Whether the session that it was opened by is still there, and may still do this. */
  isStillAllowed: () => Promise<boolean>;
}

/** An address at which pages of the console open WebSockets. */
export interface SocketRoute {
  path: string;
  scope: string;
  /** Takes the connection over; resolves when the handshake is done. What it rejects with before that is the answer. */
  accept(connection: SocketConnection): Promise<void>;
}
