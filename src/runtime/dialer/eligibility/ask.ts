import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { EgressOutlet } from '../../../platform/egress/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import { type EligibilityAnswer, readAnswer } from './answer.ts';

/** Longer answers than this are none. */
const answerMax = 16_384;

/** What the webhook is told of a call. */
function eligibilityQuestion(call: DialableCall): string {
  const { callId, campaignId, agent, customerNumber, phoneNumber, attempt, variables } = call;
  return JSON.stringify({
    callId,
    campaignId,
    agentId: agent.agentId,
    phoneNumber: customerNumber,
    fromNumber: phoneNumber,
    attempt,
    variables,
  });
}

/** Asks the webhook of one call. Never rejects: what keeps it from answering in time is an answer too. */
export async function askWebhook(
  egress: EgressOutlet,
  { url, deadlineMs, secret }: { url: string; deadlineMs: number; secret: Buffer },
  call: DialableCall,
  nowMs: number,
): Promise<EligibilityAnswer> {
  const body = eligibilityQuestion(call);
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

/** Returns the headers that prove who asks, as the Standard Webhooks specification 1.0 defines them. */
function signedHeaders(secret: Buffer, body: string, nowMs: number): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, new Date(nowMs), body),
  };
}

/** By their names, because the requests are loaded by the first who makes one. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'EgressRefusal';
}

function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.name === 'EgressUnsent';
}

/** What the network said, as the code of its error; its message may name addresses inside. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]{2,40}$/.test(at.code)) return at.code;
  }
  return 'the connection failed';
}
