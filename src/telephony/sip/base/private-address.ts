import { BlockList, isIP } from 'node:net';

/** Addresses without a global meaning: RFC 1918, RFC 6598, RFC 3927, RFC 4193 and loopback. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');
privateAddresses.addAddress('::1', 'ipv6');

/** Returns true for an address of a private network; false for any other address and for a name. */
function isPrivate(host: string): boolean {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const family = isIP(bare);
  return family !== 0 && privateAddresses.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns true when a peer names a private address but sends from a public one: a NAT that it does not know
 * of rewrote the source, and its Contact is unreachable.
 */
export function isBehindNat(namedHost: string, seenAddress: string): boolean {
  return isPrivate(namedHost) && !isPrivate(seenAddress);
}
