import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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

const noTunnels: Refusal = {
  line: '501 Not Implemented',
  code: 'method.not_implemented',
  error: 'CONNECT is not supported: this server is no proxy.',
};

/** By the codes of Node's HTTP parser. All other errors are answered as malformed requests. */
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
 * Answers, on the connection itself, what never became a request: bytes that are not HTTP, headers without an end, a client
 * that is too slow. Closes the connection, and cuts off an answer that is in progress on it.
 */
export function answerClientError(problem: Error & { code?: string }, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || socket.destroyed) return;
  const inProgress = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!socket.writable || inProgress?.headersSent) {
    socket.destroy();
    return;
  }
  write(socket, refusals[problem.code ?? ''] ?? malformed);
  // The handler of the request must see that its connection is gone.
  if (inProgress) socket.destroy();
  else closeLingering(socket);
}

/** Answers CONNECT (RFC 9110 §9.3.6), which Node.js hands over without a response. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  write(socket as Socket, noTunnels);
  closeLingering(socket as Socket);
}

function write(socket: Socket, { line, code, error }: Refusal): void {
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
}
