import { isIPv6 } from 'node:net';
import type { AddressFamily } from './transport.ts';

/**
 * Returns the address family that a socket bound to this address reaches. The IPv6 wildcard reaches IPv4 too.
 */
export function familyOf(host: string): AddressFamily {
  if (host === '::') return 0;
  return isIPv6(host) ? 6 : 4;
}

/**
 * Returns the source that limits count by: an IPv4 address itself, an IPv6 address by its /64, which one peer
 * numbers freely.
 */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const known = tail === undefined || tail === '' ? [] : tail.split(':');
  // A trailing IPv4 address stands for two groups.
  const width = groups.length + known.length + (known.at(-1)?.includes('.') ? 1 : 0);
  const filled = [
    ...groups,
    ...Array<string>(tail === undefined ? 0 : Math.max(8 - width, 0)).fill('0'),
    ...known,
  ];
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * Returns a plain IPv4 address for an IPv4-mapped one, which a dual-stack socket shows (RFC 4291 §2.5.5.2).
 */
export function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}
