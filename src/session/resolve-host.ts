import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { delay } from '../kernel/index.ts';

/** The system's resolver would try for half a minute. */
const timeoutMs = 5000;

/** The addresses of a host, its own where it is an address; none while it does not resolve. */
export async function resolveHost(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const timer = new AbortController();
  const found = lookup(host, { all: true }).then(
    (addresses) => addresses.map(({ address }) => address),
    () => [],
  );
  const addresses = await Promise.race([found, delay(timeoutMs, timer.signal).then(() => [])]);
  timer.abort();
  return addresses;
}
