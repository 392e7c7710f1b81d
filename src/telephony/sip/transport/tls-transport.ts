import { isIP, type Server } from 'node:net';
import { type ConnectionOptions, connect, createServer } from 'node:tls';
import type { StreamKind } from './stream-transport.ts';
import { listening } from './tcp-transport.ts';

/** How TLS peers are trusted, and what we show them. */
export interface TlsOptions {
  /** Certificates (PEM) that are trusted in place of the public ones: a private authority. */
  ca?: string | undefined;
  /** False trusts any certificate whatever: encryption without knowing with whom. True. */
  verify?: boolean | undefined;
  /** The port and what we show those who connect to it; without it only we connect to others. */
  server?: { port: number; certificate: string; key: string } | undefined;
}

/** TLS 1.2 and up (RFC 3261 §26.3.1, RFC 5922 §7.2): the certificate has to be for the name that was asked for. */
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
      // An address is no server name (RFC 6066 §3); it is looked for in the certificate all the same.
      if (isIP(name) === 0) secure.servername = name;
      if (options.ca !== undefined) secure.ca = options.ca;
      return connect(secure, ready);
    },
  };
}

/** How long the handshake of an accepted connection may take. */
const handshakeTimeoutMs = 10_000;

/** Listens for TLS connections. Rejects when the address cannot be had, or the certificate does not fit its key. */
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
