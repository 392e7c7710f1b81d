import { isIPv6 } from 'node:net';

/**
 * Returns the key by which limits count an address. For IPv6 that is the /64 network (its first four groups), because
 * one client owns all of it. IPv4 addresses and other texts are returned as they are.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [before = '', after] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array<string>(8 - groups.length - last.length).fill('0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}
