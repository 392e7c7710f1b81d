import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedBody } from '../route.ts';
import { closeWhenStalled } from './stalled-reader.ts';

const stalledMs = 60_000;

/** Answers with a stream as it comes, outside the declared operations; a client that takes nothing of it is let go. */
export function sendStream(
  reply: FastifyReply,
  { contentType, chunks, headers }: StreamedBody,
): FastifyReply {
  closeWhenStalled(reply.raw, stalledMs);
  return reply
    .headers(headers)
    .type(contentType)
    .send(chunks instanceof Readable ? chunks : Readable.from(chunks));
}
