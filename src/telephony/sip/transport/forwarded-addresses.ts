import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from '../base/addresses.ts';

/** Reads the address of a client behind reverse proxies that are trusted. */
export class ForwardedAddresses {
  readonly #trusted = new BlockList();

  /** `trusted`: CIDRs of the proxies. */
  constructor(trusted: readonly string[]) {
    for (const cidr of trusted) {
      const [address = '', prefix] = cidr.split('/');
      this.#trusted.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
    }
  }

  /**
   * Returns the address of the client: the last one of X-Forwarded-For that no trusted proxy has, if the connection comes from
   * one. Empty when the connection is closed already.
   */
  addressOf(
    request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  ): string {
    let address = plainAddress(request.socket.remoteAddress ?? '');
    const named = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (named.length > 0 && this.#isTrusted(address)) {
      const next = plainAddress(named.pop()!.trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  }

  #isTrusted(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}
