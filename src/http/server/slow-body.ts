import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerClientError } from './client-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, in milliseconds, where it may take longer than usual. */
    bodyMs?: number;
  }
}

/** Cuts a request off whose body has not come to its end in time. One that was answered meanwhile gets no second answer. */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, usualMs: number): void {
  const { raw } = request;
  // A request that is injected came over no connection.
  if (!(raw.socket instanceof Socket)) return;
  if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return;
  const timer = setTimeout(() => {
    const timeout = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (raw.complete) return;
    if (reply.raw.headersSent) raw.socket.destroy();
    else answerClientError(timeout, raw.socket);
  }, request.routeOptions.config.bodyMs ?? usualMs);
  timer.unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop);
  raw.once('close', stop);
}
