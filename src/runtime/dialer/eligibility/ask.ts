import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { EgressOutlet } from '../../../platform/egress/index.ts';
import type { DialableCall } from '../dialable-call.ts';

/**
 * The webhook's answer about a call. `unavailable`: it was asked and gave no usable answer. `unasked`: it was not asked.
 * Both have a `reason`.
 */
export type EligibilityAnswer =
  | { kind: 'eligible' }
  | { kind: 'ineligible'; reason: string | null; retryAfterSeconds: number | null }
  | { kind: 'unavailable' | 'unasked'; reason: string };

/** Maximum characters of an answer. */
const answerMax = 16_384;
/** Maximum characters of a reason, and maximum delay before the call is checked again (30 days). */
const reasonMax = 200;
const retryAfterMaxSeconds = 30 * 86_400;

const Answer = z.object({
  eligible: z.boolean(),
  reason: z.string().nullish(),
  retryAfterSeconds: z.number().min(1).max(retryAfterMaxSeconds).nullish(),
});

/** Asks the webhook about one call. Never rejects, because a failure or a timeout is an answer, too. */
export async function askWebhook(
  egress: EgressOutlet,
  { url, deadlineMs, secret }: { url: string; deadlineMs: number; secret: Buffer },
  call: DialableCall,
  nowMs: number,
): Promise<EligibilityAnswer> {
  const body = questionAbout(call);
  const headers = { 'content-type': 'application/json', ...signedHeaders(secret, body, nowMs) };
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const response = await egress.fetch(url, { method: 'POST', headers, body, signal });
    const text = await response.text();
    if (text.length > answerMax) return { kind: 'unavailable', reason: 'its answer is too long' };
    return readAnswer(response.status, text);
  } catch (error) {
    if (isUnsent(error)) return { kind: 'unavailable', reason: `no connection in ${deadlineMs} ms` };
    if (signal.aborted) return { kind: 'unavailable', reason: `no answer in ${deadlineMs} ms` };
    if (isRefusal(error)) return { kind: 'unasked', reason: error.message };
    return { kind: 'unavailable', reason: codeOf(error) };
  }
}

/** Reads the webhook's answer: a 2xx with JSON that has `eligible`. Anything else is `unavailable`. */
export function readAnswer(status: number, text: string): EligibilityAnswer {
  if (status < 200 || status > 299) return { kind: 'unavailable', reason: `it answered ${status}` };
  const answer = Answer.safeParse(parsed(text));
  if (!answer.success) return { kind: 'unavailable', reason: 'its answer is not what was asked for' };
  if (answer.data.eligible) return { kind: 'eligible' };
  const { reason, retryAfterSeconds } = answer.data;
  return {
    kind: 'ineligible',
    reason: reason == null ? null : oneLine(reason),
    retryAfterSeconds: retryAfterSeconds ?? null,
  };
}

function questionAbout(call: DialableCall): string {
  const { callId, campaignId, agent, customerNumber, agentNumber, attempt, variables } = call;
  return JSON.stringify({
    callId,
    campaignId,
    agentId: agent.agentId,
    phoneNumber: customerNumber,
    fromNumber: agentNumber,
    attempt,
    variables,
  });
}

/** Returns the headers that prove who asks, as the Standard Webhooks specification 1.0 defines them. */
function signedHeaders(secret: Buffer, body: string, nowMs: number): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, new Date(nowMs), body),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes control characters and lone surrogates, which PostgreSQL does not store. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, reasonMax)
    .toWellFormed();
}

/** Returns whether egress refused the request. Compares by name, because egress is loaded with the first request. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'EgressRefusal';
}

function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.name === 'EgressUnsent';
}

/** Returns the error's code and not its message, which may name internal addresses. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]{2,40}$/.test(at.code)) return at.code;
  }
  return 'the connection failed';
}
