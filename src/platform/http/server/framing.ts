import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../kernel/index.ts';

/**
 * Throws a 400 that closes the connection for a request that another server may have read differently (request
 * smuggling): several Host headers (RFC 9112 §3.2), or a transfer coding other than chunked (§6.1). Node's parser
 * refuses most other cases: two lengths, a length beside a coding, chunked that is not last.
 */
export function checkFraming({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  // Names and values alternate. `headers` holds only the first Host.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw refused('Host', 'must be given once');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  // HTTP/1.0 has no transfer codings (§6.1).
  if (httpVersion === '1.0') throw refused('Transfer-Encoding', 'must not be given in HTTP/1.0');
  if (!/^\s*chunked\s*$/i.test(coding))
    throw refused('Transfer-Encoding', 'must be chunked, and nothing else');
}

function refused(field: string, message: string): ApiError {
  return new ApiError(400, 'validation_failed', `${field}: ${message}`, {
    details: [{ field, message }],
    headers: { connection: 'close' },
  });
}
