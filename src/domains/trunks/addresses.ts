import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { hostProblem } from '../../platform/kernel/index.ts';

/** Wider networks would admit a large part of the Internet, such as `0.0.0.0/0`. */
const prefixMin = { 4: 8, 6: 16 };

/** Returns why a text is not a plain host name or address that SIP can be sent to, or null. */
export function trunkHostProblem(host: string): string | null {
  return partProblem(host) ?? hostProblem(host);
}

/** Detects common mistakes: whole URIs and their parts. */
function partProblem(host: string): string | null {
  if (host === '') return 'must not be empty';
  if (/[\s\p{Cc}]/u.test(host)) return 'must not contain white space';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host) || /^(?:sips?|tel):/i.test(host)) {
    return 'must be a host name or an IP address, without a scheme such as sip:';
  }
  if (host.includes('@')) return 'must not contain a user; a user name belongs in `username`';
  if (/[/?#;]/.test(host)) return 'must be a host name or an IP address, without path or parameters';
  if (host.includes('[')) return 'must be an IPv6 address without brackets; a port belongs in `port`';
  if (/^[^:]*:\d*$/.test(host)) return 'must not contain a port; it belongs in `port`';
  return null;
}

/** Returns why a text is not an address or a CIDR that may send calls, or null. */
export function sourceProblem(source: string): string | null {
  const [address = '', prefix, ...rest] = source.split('/');
  const family = isIPv4(address) ? 4 : isIPv6(address) && !address.includes('%') ? 6 : null;
  if (family === null || rest.length > 0) {
    return 'must be an IPv4 or IPv6 address or a CIDR, such as 192.0.2.10 or 2001:db8::/32';
  }
  if (prefix !== undefined) {
    const bitsMax = family === 4 ? 32 : 128;
    if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bitsMax) {
      return `must have a prefix length from ${prefixMin[family]} to ${bitsMax} after the slash`;
    }
    if (Number(prefix) < prefixMin[family]) {
      return `would admit almost anyone. Use the carrier's own networks, with a prefix of at least /${prefixMin[family]}`;
    }
  }
  if (family === 6 && touchesMappedIpv4(source)) return 'must contain IPv4 addresses in IPv4 notation';
  return null;
}

/**
 * IPv4-mapped addresses (RFC 4291 §2.5.5.2) match IPv4 peers, so a network containing them could admit all of those.
 */
function touchesMappedIpv4(source: string): boolean {
  const mapped = new BlockList();
  mapped.addSubnet('::ffff:0:0', 96, 'ipv6');
  const address = source.split('/')[0]!;
  return mapped.check(address, 'ipv6') || toBlockList([source]).check('::ffff:0:0', 'ipv6');
}

/** Returns the addresses and CIDRs of a trunk as a list for matching peers. */
export function toBlockList(sources: readonly string[]): BlockList {
  const list = new BlockList();
  for (const source of sources) {
    const [address = '', prefix] = source.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
