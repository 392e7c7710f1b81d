import { isIP } from 'node:net';
import type { Uri } from '../syntax/index.ts';
import type { Endpoint, TransportName } from './transport.ts';

/** Where a request of ours is sent, and what carries it. */
export interface Target {
  /** An address, or a name that is looked up. */
  host: string;
  /** Null: what the name's SRV records say, else the usual one (RFC 3263 §4.2). */
  port: number | null;
  /** `udp` when left out; a `sips` Request-URI goes over `tls` whatever stands here. */
  transport?: TransportName | undefined;
  /** TLS: the name that the certificate has to be for, where `host` is an address of it. */
  serverName?: string | undefined;
}

/** A target whose host is an address. */
export type LocatedTarget = Target & { port: number };

/** RFC 3261 §19.1.2: the port that a URI without one means. */
export function defaultPort(transport: TransportName): number {
  return transport === 'tls' ? 5061 : 5060;
}

/** RFC 3261 §26.2.2: what carries a request to this target; `sips` is nothing but TLS. */
export function transportOf(target: Target, requestUri: string): TransportName {
  return /^sips:/i.test(requestUri) ? 'tls' : (target.transport ?? 'udp');
}

/** The endpoint of a target that was looked up; a name is what a TLS peer has to prove. */
export function endpointOf({ host: address, port, transport = 'udp', serverName }: LocatedTarget): Endpoint {
  if (transport === 'udp') return { address, port };
  const isName = serverName !== undefined && isIP(serverName.replace(/^\[|\]$/g, '')) === 0;
  return transport === 'tls' && isName
    ? { address, port, transport, serverName }
    : { address, port, transport };
}

/** RFC 3263 §4.1: what a URI asks for; null where it leaves that open. */
export function transportAsked(uri: Uri): TransportName | null {
  if (uri.scheme === 'sips') return 'tls';
  const asked = uri.params.get('transport')?.toLowerCase();
  return asked === 'udp' || asked === 'tcp' || asked === 'tls' ? asked : null;
}
