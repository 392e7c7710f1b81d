import type { ParleyEvent } from './types.ts';

/** The received request, unchanged, and the secret of its signature. */
export interface ReceivedWebhook {
  /** The body before anything parsed it. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_…`. Pass several while one is being replaced; a signature by any of them is valid. */
  secrets: string | readonly string[];
  /** The maximum difference between the signature's time and now in milliseconds; five minutes by default. */
  toleranceMs?: number;
  /** The current time, for tests. */
  nowMs?: number;
}

/** The webhook cannot be trusted. Answer 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const defaultToleranceMs = 300_000;

/**
 * Verifies a webhook (Standard Webhooks 1.0) and returns its event. Rejects with a `WebhookError` when no secret
 * matches the signature, or when it is too old and may be a repetition. Signatures are compared in constant time.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<ParleyEvent> {
  const { body, headers, toleranceMs = defaultToleranceMs, nowMs = Date.now() } = received;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time');
  if (Math.abs(Number(timestamp) * 1000 - nowMs) > toleranceMs)
    throw new WebhookError('webhook-timestamp is too far from now');
  const signed = join(`${id}.${timestamp}.`, body);
  const secrets = typeof received.secrets === 'string' ? [received.secrets] : received.secrets;
  const keys = await Promise.all(secrets.map(importSecret));
  let isSigned = false;
  for (const signature of signatures.split(' ').slice(0, signaturesMax)) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice('v1,'.length)) : null;
    if (bytes === null) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, bytes, signed)) isSigned = true;
  }
  if (!isSigned) throw new WebhookError('webhook-signature is of none of the secrets');
  return parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

/**
 * The most signatures that are checked, which is more than a key rotation needs. A longer list would only cost
 * computing time.
 */
const signaturesMax = 10;

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`${name} is missing`);
  return value;
}

function importSecret(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new TypeError('secrets: a secret is whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function join(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [first, second] = [encoder.encode(head), typeof body === 'string' ? encoder.encode(body) : body];
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function parse(text: string): ParleyEvent {
  try {
    return JSON.parse(text) as ParleyEvent;
  } catch {
    throw new WebhookError('the body is not JSON');
  }
}
