import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../kernel/index.ts';

/**
 * Throws a 400 that closes the connection for a request that another server on its way may have read in another way (request
 * smuggling): one with several Host headers (RFC 9112 §3.2), or with a transfer coding other than chunked alone (§6.1). Node's
 * parser refuses most others: two lengths, a length beside a coding, chunked that is not last.
 */
export function checkFraming({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  // Names and values in turn. `headers` has the first Host alone.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw refused('Host', 'must be given once');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  // HTTP/1.0 has no codings (§6.1).
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
