import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedBody } from '../route.ts';
import { closeWhenStalled } from './stalled-reader.ts';

const usualStalledMs = 60_000;

/** Answers with a stream, outside the declared operations. */
export function sendStream(
  reply: FastifyReply,
  { contentType, chunks, headers }: StreamedBody,
): FastifyReply {
  reply.headers(headers).type(contentType);
  return sendReadable(reply, chunks instanceof Readable ? chunks : Readable.from(chunks), usualStalledMs);
}

/**
 * Answers with a stream. Closes the connection of a client that takes nothing of it. Answers HEAD without reading the
 * stream.
 */
export function sendReadable(reply: FastifyReply, stream: Readable, stalledMs: number): FastifyReply {
  if (reply.request.method === 'HEAD') {
    stream.destroy();
    return reply.send(null);
  }
  closeWhenStalled(reply.raw, stalledMs);
  return reply.send(stream);
}
