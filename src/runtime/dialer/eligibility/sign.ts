import { createHmac, randomUUID } from 'node:crypto';

/**
 * The headers that prove who asks, by the Standard Webhooks specification 1.0: the id of the message, its time in seconds,
 * and the HMAC-SHA256 of both and the body, in Base64.
 */
export function signedHeaders(secret: Buffer, body: string, nowMs: number): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
