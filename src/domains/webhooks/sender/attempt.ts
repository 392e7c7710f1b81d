import type { Webhook } from 'standardwebhooks';
import type { EgressOutlet } from '../../../platform/egress/index.ts';
import { monotonicMs, toError } from '../../../platform/kernel/index.ts';

/** The event to send. */
export interface Message {
  eventId: string;
  type: string;
  /** When the event was stored (RFC 3339). */
  timestamp: string;
  data: unknown;
}

/** The receiver and the signing secrets, newest first. */
export interface Target {
  url: string;
  signers: readonly Webhook[];
}

/** The outcome of one attempt. */
export interface AttemptOutcome {
  ok: boolean;
  /** The response status; null: no response. */
  code: number | null;
  ms: number;
  /** The beginning of the response; null: no response. */
  text: string | null;
  /** Why it failed; null: it succeeded. */
  error: string | null;
}

const timeoutMs = 15_000;
const textBytesMax = 1000;

/** Returns the headers of the Standard Webhooks specification, with one signature per signer. */
function signedHeaders(message: Message, body: string, signers: readonly Webhook[], nowMs: number) {
  const at = new Date(nowMs);
  return {
    'webhook-id': message.eventId,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(message.eventId, at, body)).join(' '),
  };
}

/** Sends the event once. Any 2xx within 15 seconds is a success. Never rejects. */
export async function attempt(
  egress: EgressOutlet,
  { url, signers }: Target,
  message: Message,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<AttemptOutcome> {
  const { eventId, type, timestamp, data } = message;
  const body = JSON.stringify({ type, eventId, timestamp, data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1.0',
    ...signedHeaders(message, body, signers, nowMs),
  };
  const startedMs = monotonicMs();
  const passedMs = () => Math.round(monotonicMs() - startedMs);
  // Cheaper than AbortSignal.any with a timeout, which matters for thousands of attempts.
  const within = new AbortController();
  const abort = () => within.abort(signal.reason);
  const timer = setTimeout(
    () => within.abort(new Error(`no response within ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  signal.addEventListener('abort', abort);
  try {
    const sent = { headers, body, signal: within.signal, textBytesMax };
    const { status: code, text } = await egress.post(url, sent);
    const ok = code >= 200 && code < 300;
    const error = ok ? null : `the response was ${code}`;
    // PostgreSQL text cannot contain NUL.
    return { ok, code, ms: passedMs(), text: text.replaceAll('\0', ''), error };
  } catch (thrown) {
    return { ok: false, code: null, ms: passedMs(), text: null, error: reasonOf(thrown) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

function reasonOf(thrown: unknown): string {
  const error = toError(thrown);
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.message.slice(0, 200).toWellFormed().replaceAll('\0', '');
}
