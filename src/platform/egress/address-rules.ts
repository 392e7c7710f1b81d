import { BlockList, isIP } from 'node:net';

/**
 * Special-purpose addresses (IANA's registries, RFC 6890): private, loopback, link-local with the metadata services of
 * clouds, shared (CGNAT), documentation, benchmarks, multicast, reserved.
 */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // A public address at which Azure serves metadata to its own machines.
  '168.63.129.16/32',
];
/**
 * Closed networks within 2000::/3: Teredo and other protocols, documentation, 6to4. Everything outside 2000::/3 is
 * closed.
 */
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const closed = listOf([...closed4, ...closed6]);
const global6 = listOf(['2000::/3']);

/** Decides which addresses a request that a user configured may reach. */
export class AddressRules {
  readonly #allowed: BlockList;

  /** `allow`: CIDRs that may be reached although they are closed. */
  constructor(allow: readonly string[]) {
    this.#allowed = listOf(allow);
  }

  permits(address: string): boolean {
    const version = isIP(address);
    if (version === 0) return false;
    const inner = version === 6 ? mappedIn(address) : null;
    if (inner !== null) return this.permits(inner);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (this.#allowed.check(address, family)) return true;
    if (version === 6 && !global6.check(address, family)) return false;
    return !closed.check(address, family);
  }
}

/** Returns the IPv4 address that an IPv6 address maps (RFC 4291 §2.5.5.2), in any notation, or `null`. */
function mappedIn(address: string): string | null {
  const host = URL.parse(`http://[${address.split('%')[0]}]/`)?.hostname ?? '';
  const match = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host);
  if (!match) return null;
  const [high, low] = [match[1]!, match[2]!].map((part) => Number.parseInt(part, 16));
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.');
}

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
