import { isIPv6 } from 'node:net';
import type { AddressFamily } from './transport.ts';

/** What a socket bound to an address reaches: the IPv6 wildcard takes IPv4 too. */
export function familyOf(host: string): AddressFamily {
  if (host === '::') return 0;
  return isIPv6(host) ? 6 : 4;
}

/** An address as everybody writes it: a socket of both families shows an IPv4 peer within IPv6 (RFC 4291 §2.5.5.2). */
export function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}
