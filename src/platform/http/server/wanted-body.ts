import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/index.ts';
import { bodyBytesMax } from '../limits.ts';
import { bodyTooLarge } from './failures.ts';

const shownCharactersMax = 64;

/**
 * Refuses a body before any of it is read: a compressed one (415), and one whose declared length is too large (413).
 * Answers a client that waits for permission to send its body (`Expect: 100-continue`, RFC 9110 §10.1.1).
 */
export function askForBody(request: FastifyRequest, reply: FastifyReply): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0 && headers['transfer-encoding'] === undefined) return;
  checkContentEncoding(headers['content-encoding']);
  const bytesMax = request.routeOptions.bodyLimit ?? bodyBytesMax;
  if (length > bytesMax) throw bodyTooLarge(bytesMax);
  if (/^\s*100-continue\s*$/i.test(headers.expect ?? '')) reply.raw.writeContinue();
}

/** Compressed bodies are not supported (RFC 9110 §8.4, §15.5.16). */
function checkContentEncoding(header: string | undefined): void {
  if (header === undefined) return;
  if (header.split(',').every((coding) => /^(?:identity)?$/i.test(coding.trim()))) return;
  const shown = header.slice(0, shownCharactersMax);
  const message = `Content-Encoding: ${shown} is not supported; send the body uncompressed.`;
  throw new ApiError(415, 'content_encoding.unsupported', message, {
    headers: { 'accept-encoding': 'identity' },
  });
}
