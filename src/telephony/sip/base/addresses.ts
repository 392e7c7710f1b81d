import { isIPv6 } from 'node:net';
import type { AddressFamily } from './transport.ts';

/** What a socket bound to an address reaches: the IPv6 wildcard takes IPv4 too. */
export function familyOf(host: string): AddressFamily {
  if (host === '::') return 0;
  return isIPv6(host) ? 6 : 4;
}

/** Who is behind an address as far as bounds go: itself, or its /64, which is one peer's to number as it likes. */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const known = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
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

/** An address as everybody writes it: a socket of both families shows an IPv4 peer within IPv6 (RFC 4291 §2.5.5.2). */
export function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}
