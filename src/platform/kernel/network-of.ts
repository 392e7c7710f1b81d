import { isIPv6 } from 'node:net';

/**
 * Whose an address is as far as limits go: who has one IPv6 address has the 2^64 of its network, whose first four groups
 * this is. IPv4 addresses, and what is none, are as they are.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [before = '', after] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array<string>(8 - groups.length - last.length).fill('0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}
