import { expect, test } from 'vitest';
import { webPhoneUrl } from './web-phone-url.ts';

const none = { sipWsUrl: null, sipWsPort: null, sipTlsCert: null };
const host = '2001:db8::1';

test.each([
  ['no port', {}, host, null],
  ['a port without a certificate', { sipWsPort: 5066 }, host, 'ws://[2001:db8::1]:5066'],
  ['a port with a certificate', { sipWsPort: 5066, sipTlsCert: '/a.pem' }, host, 'wss://[2001:db8::1]:5066'],
  ['no address that is known', { sipWsPort: 5066 }, null, null],
  ['a URL', { sipWsPort: 5066, sipWsUrl: 'wss://example.com/sip' }, host, 'wss://example.com/sip'],
  ['a URL of another process', { sipWsUrl: 'wss://example.com/sip' }, null, 'wss://example.com/sip'],
])('where web phones connect, with %s', (_name, settings, of, url) => {
  expect(webPhoneUrl({ ...none, ...settings }, of)).toBe(url);
});
