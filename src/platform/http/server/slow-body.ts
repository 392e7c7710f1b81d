import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerClientError } from './client-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, in milliseconds, when longer than usual. */
    bodyMs?: number;
  }
}

/** The timers of requests whose bodies have not arrived yet. */
const times = new WeakMap<FastifyRequest, { stop(): void; begin(): void }>();

/**
 * Stops the timer of a request that waits before its body is read. Returns a function that starts the timer again from
 * zero.
 */
export function pauseBodyTime(request: FastifyRequest): () => void {
  const time = times.get(request);
  time?.stop();
  return () => time?.begin();
}

/**
 * Ends a request whose body has not arrived in time. A request that has been answered meanwhile gets no second answer.
 */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, usualMs: number): void {
  const { raw } = request;
  // An injected request has no connection.
  if (!(raw.socket instanceof Socket)) return;
  if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return;
  let timer: NodeJS.Timeout | undefined;
  const cutOff = () => {
    const timeout = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (raw.complete) return;
    if (reply.raw.headersSent) raw.socket.destroy();
    else answerClientError(timeout, raw.socket);
  };
  const begin = () => {
    timer = setTimeout(cutOff, request.routeOptions.config.bodyMs ?? usualMs).unref();
  };
  const stop = () => clearTimeout(timer);
  times.set(request, { stop, begin });
  begin();
  raw.once('end', stop);
  raw.once('close', stop);
}
