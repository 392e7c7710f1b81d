import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from '../../../telephony/sip/index.ts';

/**
 * A set of IP addresses and networks in CIDR notation. Single IPv4 addresses, the most frequent entries, are kept as
 * texts. A BlockList takes 5 µs for each entry, so ten thousand entries would delay other work.
 */
export class AddressSet {
  readonly #single = new Set<string>();
  #others: BlockList | null = null;

  /** Adds an address or a network. Ignores anything else. */
  add(entry: string): void {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) === 0) return;
    if (prefix === undefined && isIPv4(address)) {
      this.#single.add(address);
      return;
    }
    this.#others ??= new BlockList();
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) this.#others.addAddress(address, family);
    else this.#others.addSubnet(address, Number(prefix), family);
  }

  /** Returns whether the set contains an address, which may be IPv4 mapped to IPv6. */
  has(address: string): boolean {
    const plain = plainAddress(address);
    if (this.#single.has(plain)) return true;
    return this.#others?.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6') ?? false;
  }
}
