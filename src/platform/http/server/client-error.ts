import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../../kernel/index.ts';
import { closeLingering } from './closing.ts';

interface Refusal {
  line: string;
  code: string;
  error: string;
}

const malformed: Refusal = {
  line: '400 Bad Request',
  code: 'request.malformed',
  error: 'request: is not valid HTTP',
};

/** By the codes of Node's HTTP parser; whatever else is wrong with a request is malformed. */
const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    code: 'request.timeout',
    error: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'request.headers_too_large',
    error: 'The headers of the request are larger than 16 KB.',
  },
};

/**
 * Answers, on the connection itself, what never became a request: bytes that are no HTTP, headers without an end,
 * a client that is too slow. The connection is closed; an answer that is under way on it is cut off and not
 * written into.
 */
export function answerClientError(problem: Error & { code?: string }, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || socket.destroyed) return;
  const underWay = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  // What is wrong with a connection that is being closed is told nobody.
  if (!socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const { line, code, error } = refusals[problem.code ?? ''] ?? malformed;
  const requestId = newId('req');
  const body = JSON.stringify({ error, code, requestId });
  const head = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // What handles the request has to see that it is over.
  if (underWay) socket.destroy();
  else closeLingering(socket);
}
