import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const [secret, other] = ['first', 'second'].map(
  (text) => `whsec_${Buffer.from(text.repeat(5)).toString('base64')}`,
) as [string, string];
const sentAt = new Date('2026-11-21T09:00:00Z');
const body = JSON.stringify({
  type: 'call.ended',
  eventId: 'event_1',
  timestamp: sentAt.toISOString(),
  data: {},
});
const signature = (by: string) => new Webhook(by).sign('event_1', sentAt, body);
const headers = (signatures = signature(secret)) => ({
  'webhook-id': 'event_1',
  'webhook-timestamp': String(sentAt.getTime() / 1000),
  'webhook-signature': signatures,
});
const received = { body, headers: headers(), secrets: secret, nowMs: sentAt.getTime() };

test('takes what was signed, as text or bytes, with headers of either kind', async () => {
  expect(await verifyWebhook(received)).toEqual(JSON.parse(body));
  const bytes = new TextEncoder().encode(body);
  expect(await verifyWebhook({ ...received, body: bytes, headers: new Headers(headers()) })).toEqual(
    JSON.parse(body),
  );
});

test('takes any of several signatures by any of several secrets, while one is replaced', async () => {
  await expect(verifyWebhook({ ...received, secrets: [other, secret] })).resolves.toBeDefined();
  const both = headers(`v2,x v1,%% ${signature(other)} ${signature(secret)}`);
  await expect(verifyWebhook({ ...received, headers: both })).resolves.toBeDefined();
});

test('refuses another secret, another body, another id, another time, and what is missing', async () => {
  const refused = (change: object) => expect(verifyWebhook({ ...received, ...change })).rejects;
  await refused({ secrets: other }).toThrow('webhook-signature is of none of the secrets');
  await refused({ body: body.replace('call', 'chat') }).toThrow('webhook-signature');
  await refused({ headers: { ...headers(), 'webhook-id': 'event_2' } }).toThrow('webhook-signature');
  await refused({ headers: { ...headers(), 'webhook-id': undefined } }).toThrow('webhook-id is missing');
  await refused({ headers: { ...headers(), 'webhook-timestamp': 'now' } }).toThrow('is not a time');
  await refused({ headers: headers('') }).toThrow('webhook-signature is missing');
  await refused({ nowMs: sentAt.getTime() + 300_001 }).toThrow('too far from now');
  await refused({ nowMs: sentAt.getTime() - 300_001 }).toThrow('too far from now');
  await refused({ secrets: 'whsec_%' }).toThrow(TypeError);
});
