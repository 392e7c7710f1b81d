import { BlockList, isIP, isIPv4 } from 'node:net';

const unreachable = new BlockList();
unreachable.addSubnet('0.0.0.0', 8, 'ipv4');
unreachable.addSubnet('224.0.0.0', 3, 'ipv4');
unreachable.addAddress('::', 'ipv6');
unreachable.addSubnet('ff00::', 8, 'ipv6');

/** Returns why a text is not the name or address of a reachable host, or `null`. */
export function hostProblem(host: string): string | null {
  if (isIP(host) === 0) return nameProblem(host);
  if (host.includes('%')) return 'must not carry a zone of this machine (the part from %)';
  const usable = !unreachable.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
  return usable ? null : 'must be the address of one host that can be reached';
}

/** RFC 1123 §2.1, plus the underscore that some carriers' names have. */
function nameProblem(host: string): string | null {
  if (/[^\0-\x7f]/.test(host)) return 'must be ASCII; write an international name in its xn-- form';
  if (host.length > 253) return 'must have at most 253 characters';
  if (host.endsWith('.')) return 'must not end with a dot';
  const labels = host.split('.');
  if (!labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i.test(label))) {
    return 'must be a host name or an IP address, such as sip.example.com or 192.0.2.10';
  }
  // Resolvers read `10.1` and `0x7f000001` as IPv4 addresses in obsolete notations.
  if (/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1)!)) return 'is not a valid IPv4 address';
  return null;
}
