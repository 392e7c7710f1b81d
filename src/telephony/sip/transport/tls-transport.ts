import { isIP, type Server } from 'node:net';
import { type ConnectionOptions, connect, createServer } from 'node:tls';
import type { StreamKind } from './stream-transport.ts';
import { listening } from './tcp-transport.ts';

/** Trust in TLS peers, and our own certificate. */
export interface TlsOptions {
  /** Trusted certificates (PEM) in place of the public ones: a private authority. */
  ca?: string | undefined;
  /**
   * False trusts any certificate: the stream is encrypted, but the peer is not authenticated. True by
   * default.
   */
  verify?: boolean | undefined;
  /** The listening port and our certificate; without it we only open connections. */
  server?: { port: number; certificate: string; key: string } | undefined;
}

/** TLS 1.2 and later (RFC 3261 §26.3.1, RFC 5922 §7.2). The certificate must be for the requested name. */
export function tlsKind(options: TlsOptions): StreamKind {
  return {
    name: 'tls',
    connect(to, ready) {
      const name = to.serverName ?? to.address;
      const secure: ConnectionOptions = {
        host: to.address,
        port: to.port,
        minVersion: 'TLSv1.2',
        rejectUnauthorized: options.verify ?? true,
      };
      // An address is no server name (RFC 6066 §3); the certificate is still checked for it.
      if (isIP(name) === 0) secure.servername = name;
      if (options.ca !== undefined) secure.ca = options.ca;
      return connect(secure, ready);
    },
  };
}

/** Time for the handshake of an accepted connection. */
const handshakeTimeoutMs = 10_000;

/**
 * Listens for TLS connections. Rejects when the address cannot be bound or the certificate does not match its
 * key.
 */
export async function listenTls(host: string, server: NonNullable<TlsOptions['server']>): Promise<Server> {
  const listener = createServer({
    cert: server.certificate,
    key: server.key,
    minVersion: 'TLSv1.2',
    handshakeTimeout: handshakeTimeoutMs,
  });
  await listening(listener, host, server.port);
  return listener;
}
