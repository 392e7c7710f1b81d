import { isIP } from 'node:net';
import type { Uri } from '../syntax/index.ts';
import type { Endpoint, TargetTransport, TransportName } from './transport.ts';

/** The destination of a request and its transport. */
export interface Target {
  /** An IP address, or a host name to resolve. */
  host: string;
  /** `null` to take the port of the SRV records, or else the default port (RFC 3263 §4.2). */
  port: number | null;
  /** `udp` by default; a `sips` Request-URI always uses `tls`. */
  transport?: TargetTransport | undefined;
  /** The name that a TLS certificate must be for, when `host` is one of its addresses. */
  serverName?: string | undefined;
}

/** A target whose host is an address. */
export type LocatedTarget = Target & { port: number };

const defaultPorts: Readonly<Record<TransportName, number>> = {
  udp: 5060,
  tcp: 5060,
  tls: 5061,
  ws: 80,
  wss: 443,
};

/** Returns the default port of a transport (RFC 3261 §19.1.2, RFC 7118 §5.3). */
export function defaultPort(transport: TransportName): number {
  return defaultPorts[transport];
}

/** Returns the transport of a request to this target; `sips` always means TLS (RFC 3261 §26.2.2). */
export function transportOf(target: Target, requestUri: string): TargetTransport {
  return /^sips:/i.test(requestUri) ? 'tls' : (target.transport ?? 'udp');
}

/** Returns the endpoint of a resolved target. A TLS peer must prove the server name. */
export function endpointOf({ host: address, port, transport = 'udp', serverName }: LocatedTarget): Endpoint {
  if (transport === 'udp') return { address, port };
  const isName = serverName !== undefined && isIP(serverName.replace(/^\[|\]$/g, '')) === 0;
  return transport === 'tls' && isName
    ? { address, port, transport, serverName }
    : { address, port, transport };
}

/** Returns the transport that a URI requires (RFC 3263 §4.1); `null` when it names none. */
export function transportAsked(uri: Uri): TargetTransport | null {
  if (uri.scheme === 'sips') return 'tls';
  const asked = uri.params.get('transport')?.toLowerCase();
  return asked === 'udp' || asked === 'tcp' || asked === 'tls' ? asked : null;
}
