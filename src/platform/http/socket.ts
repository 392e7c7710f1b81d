import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../kernel/index.ts';
import type { Actor } from './actor.ts';

/** An authorized request for a WebSocket (RFC 6455). The code that accepts it answers the handshake. */
export interface SocketConnection {
  request: IncomingMessage;
  socket: Duplex;
  /** The bytes that arrived after the request. */
  head: Buffer;
  actor: Actor;
  /** The values of the path's parameters. */
  params: Readonly<Record<string, string>>;
  log: Log;
  /** Whether the session that opened the socket is still valid and has the scope. */
  isStillAllowed: () => Promise<boolean>;
}

/** An address at which pages of the console open WebSockets. */
export interface SocketRoute {
  /** May have parameters in braces, as paths of operations. */
  path: string;
  scope: string;
  /** Whether programs may open it too, with an API key in the Authorization header. */
  takesKeys?: boolean;
  /**
   * Takes over the connection and resolves when the handshake is done. A rejection before that is answered as an error.
   */
  accept(connection: SocketConnection): Promise<void>;
}
