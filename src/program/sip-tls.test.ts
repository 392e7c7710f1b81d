import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSipTls, readSipWebSocket } from './sip-tls.ts';

const folder = mkdtempSync(join(tmpdir(), 'sip-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'file.pem');
writeFileSync(file, 'PEM');

const none = { sipTlsPort: null, sipTlsCert: null, sipTlsKey: null, sipTlsCa: null, sipTlsVerify: true };

test('opens no TLS port by default, and verifies trunks by the public authorities', async () => {
  expect(await readSipTls(none)).toEqual({ ca: undefined, verify: true });
});

test('reads the certificate and the key for a TLS port', async () => {
  const all = { sipTlsPort: 5061, sipTlsCert: file, sipTlsKey: file, sipTlsCa: file, sipTlsVerify: false };
  const server = { port: 5061, certificate: 'PEM', key: 'PEM' };
  expect(await readSipTls(all)).toEqual({ ca: 'PEM', verify: false, server });
});

test.each([
  ['PARLEY_SIP_TLS_CERT', { sipTlsPort: 5061, sipTlsKey: file }],
  ['PARLEY_SIP_TLS_KEY', { sipTlsPort: 5061, sipTlsCert: file }],
  ['PARLEY_SIP_TLS_CA', { sipTlsCa: join(folder, 'missing.pem') }],
])('%s is named when it is missing', async (name, settings) => {
  await expect(readSipTls({ ...none, ...settings })).rejects.toThrow(name);
});

const noPort = { sipWsPort: null, sipTlsCert: null, sipTlsKey: null, trustedProxies: [] };

test('web phones have no port by default, one without TLS, and one with TLS where there is a certificate', async () => {
  expect(await readSipWebSocket(noPort)).toBeUndefined();
  const port = { ...noPort, sipWsPort: 5066, trustedProxies: ['127.0.0.1/32'] };
  const plain = { port: 5066, trustedProxies: ['127.0.0.1/32'] };
  expect(await readSipWebSocket(port)).toEqual(plain);
  expect(await readSipWebSocket({ ...port, sipTlsCert: file, sipTlsKey: file })).toEqual({
    ...plain,
    certificate: { certificate: 'PEM', key: 'PEM' },
  });
  await expect(readSipWebSocket({ ...port, sipTlsCert: file })).rejects.toThrow(
    'PARLEY_SIP_TLS_KEY must be set, because PARLEY_SIP_TLS_CERT is',
  );
});
