import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { largeBodyBytesMax } from '../limits.ts';

/** What a client may still send while its connection is closed. It is read and dropped. */
const lingerBytesMax = 67_108_864;
/** As long as any body may take to arrive. */
const lingerMs = 30_000;

/** Connections that are closed behind an answer that is under way. */
const closing = new WeakSet<Socket>();

/** Whether the connection of a request is closed by the answer to an earlier one; nothing more is carried out on it (RFC 9112 §9.6). */
export function isClosing({ raw }: FastifyRequest): boolean {
  return closing.has(raw.socket);
}

/**
 * Closes a connection on which everything was written, so that the client can read it (RFC 9112 §9.6): the sending side at
 * once, the other when the client has closed its own, or has sent 64 MB or 30 s more. A socket that is closed with unread
 * bytes resets the connection, and the client that is still sending loses the answer.
 */
export function closeLingering(socket: Socket): void {
  // Nothing more is read as HTTP.
  socket.removeAllListeners('data');
  const bytesMax = socket.bytesRead + lingerBytesMax;
  socket.on('data', () => {
    if (socket.bytesRead > bytesMax) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end();
  socket.resume();
}

/**
 * Prepares the connection for an answer that may go out before the body of its request has arrived. The rest of a short body
 * is read and dropped, and the connection is used on. Behind any other body it is closed, once the client could read the answer.
 */
export function answerEarly({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket, headers } = raw;
  // An injected request has no connection.
  if (!(socket instanceof Socket)) return;
  const isShort = Number(headers['content-length'] ?? 0) <= largeBodyBytesMax && headers.expect === undefined;
  if (!raw.complete && (!isShort || headers['transfer-encoding'] !== undefined))
    reply.header('connection', 'close');
  if (reply.getHeader('connection') !== 'close') return;
  closing.add(socket);
  // Node calls it behind the last answer of a connection.
  socket.destroySoon = () => {
    if (raw.complete) Socket.prototype.destroySoon.call(socket);
    else closeLingering(socket);
  };
}
