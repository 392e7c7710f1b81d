import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/index.ts';

/** A host name, an IPv4 or a bracketed IPv6 address, with a port or without (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const hostAndPort = /^(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Returns the base of absolute URLs in an answer, without a trailing slash: the configured URL, or the authority that
 * the request was sent to. An invalid Host is a 400 (RFC 9112 §3.2), so that a client cannot put more than an authority
 * into a URL.
 */
export function baseUrlOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { host, socket } = request;
  // A trusted proxy reports the protocol, and may pass on what a client wrote.
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.0') {
    // HTTP/1.0 has no Host. The local address of the connection works.
    const { localAddress = 'localhost', localPort } = socket;
    const name = isIPv6(localAddress) ? `[${localAddress}]` : localAddress;
    return `${protocol}://${name}${localPort === undefined ? '' : `:${localPort}`}`;
  }
  if (!hostAndPort.test(host)) {
    throw invalid('Host', 'must be a host name or an address, with a port or without one');
  }
  return `${protocol}://${host}`;
}
