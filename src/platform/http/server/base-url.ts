import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/index.ts';

/** A host name, an IPv4 or a bracketed IPv6 address, with a port or without (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const hostAndPort = /^(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The base of the absolute URLs in an answer, without a slash at the end: what is configured, else the authority
 * that the request was sent to. A Host that is none is a 400 (RFC 9112 §3.2), so that what a client puts there can
 * never become more of a URL than its authority.
 */
export function baseUrlOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { host, socket } = request;
  // A proxy that is trusted says it, and may pass on what a client wrote.
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.0') {
    // HTTP/1.0 knows no Host: the address that the connection was made to is the one that works.
    const { localAddress = 'localhost', localPort } = socket;
    const name = isIPv6(localAddress) ? `[${localAddress}]` : localAddress;
    return `${protocol}://${name}${localPort === undefined ? '' : `:${localPort}`}`;
  }
  if (!hostAndPort.test(host)) {
    throw invalid('Host', 'must be a host name or an address, with a port or without one');
  }
  return `${protocol}://${host}`;
}
