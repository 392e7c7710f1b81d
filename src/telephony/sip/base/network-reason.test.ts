import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { networkReason } from './network-reason.ts';

test('the reason of a refusal omits the address', async () => {
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  // A UDP port, so that no TCP listener is there.
  const { port } = taken.address();
  const [error] = (await once(connect({ host: '127.0.0.1', port }), 'error').catch((thrown) => [thrown])) as [
    Error,
  ];
  taken.close();
  expect(error.message).toContain(String(port));
  expect(networkReason(error)).toBe('connection refused');
});

test.each([
  ['EHOSTUNREACH', 'host unreachable'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS handshake failed'],
  ['ESOMETHING', 'network error'],
])('%s is reported as %s', (code, reason) => {
  expect(networkReason(Object.assign(new Error('10.0.0.7:5062'), { code }))).toBe(reason);
});

test('an error without a code is reported without its message', () => {
  expect(networkReason(new Error('connect 10.0.0.7:5062'))).toBe('network error');
});
