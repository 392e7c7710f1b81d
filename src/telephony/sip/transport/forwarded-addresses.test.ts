import { expect, test } from 'vitest';
import { ForwardedAddresses } from './forwarded-addresses.ts';

const addresses = new ForwardedAddresses(['127.0.0.1/32', '10.0.0.0/8', '2001:db8::/32']);
const from = (remoteAddress: string | undefined, forwarded?: string) =>
  addresses.addressOf({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  });

test.each([
  ['no proxy', '192.0.2.9', undefined, '192.0.2.9'],
  ['an address that is no proxy', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['a proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy on a socket of both families', '::ffff:127.0.0.1', '2001:db9::1', '2001:db9::1'],
  ['a chain of proxies', '127.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
  ['a client that names another one', '127.0.0.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  ['a proxy that names nothing', '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy that names no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['a closed connection', undefined, '198.51.100.1', ''],
])('reads the address of a client behind %s', (_name, remote, forwarded, address) => {
  expect(from(remote, forwarded)).toBe(address);
});
