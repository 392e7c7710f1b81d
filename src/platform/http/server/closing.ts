import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { largeBodyBytesMax } from '../limits.ts';

/** The most bytes that a client may still send while its connection closes. They are read and dropped. */
const lingerBytesMax = 67_108_864;
/** As long as any body may take to arrive. */
const lingerMs = 30_000;

/** Connections that close after an answer in progress. */
const closing = new WeakSet<Socket>();

/**
 * Whether an earlier answer closes the connection of a request. No further request on it is carried out (RFC 9112
 * §9.6).
 */
export function isClosing({ raw }: FastifyRequest): boolean {
  return closing.has(raw.socket);
}

/**
 * Closes a connection after everything was written, so that the client can read it (RFC 9112 §9.6). The sending side
 * closes at once, the other when the client closes its own or after 64 MB or 30 s. Closing a socket with unread bytes
 * would reset the connection, and a client that is still sending would lose the answer.
 */
export function closeLingering(socket: Socket): void {
  // Further bytes are not HTTP.
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
 * Prepares the connection for an answer that may be sent before the request's body has arrived. The rest of a short
 * body is read and dropped, and the connection stays open. After any other body it is closed once the client can have
 * read the answer.
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
  // Node.js calls this after the last answer of a connection.
  socket.destroySoon = () => {
    if (raw.complete) Socket.prototype.destroySoon.call(socket);
    else closeLingering(socket);
  };
}
