import { Webhook } from 'standardwebhooks';
import type { Egress } from '../../egress/index.ts';
import { monotonicMs, toError } from '../../kernel/index.ts';

/** What is sent. */
export interface Message {
  eventId: string;
  type: string;
  /** When the event was stored, RFC 3339. */
  timestamp: string;
  data: unknown;
}

/** Where it is sent, and the secrets that sign it: the newest first. */
export interface Target {
  url: string;
  secrets: readonly string[];
}

/** What came of one attempt. */
export interface AttemptOutcome {
  ok: boolean;
  /** The status of the answer; null: there was none. */
  code: number | null;
  ms: number;
  /** How the answer began; null: there was none. */
  text: string | null;
  /** Why it did not succeed; null: it did. */
  error: string | null;
}

const timeoutMs = 15_000;
const textBytesMax = 1000;

/** The headers of the Standard Webhooks specification: with several secrets, a signature of each. */
export function signedHeaders(message: Message, body: string, secrets: readonly string[], nowMs: number) {
  const at = new Date(nowMs);
  return {
    'webhook-id': message.eventId,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(message.eventId, at, body))
      .join(' '),
  };
}

/** Sends it once. Any 2xx within 15 seconds takes it. Never rejects. */
export async function attempt(
  egress: Egress,
  { url, secrets }: Target,
  message: Message,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<AttemptOutcome> {
  const { eventId, type, timestamp, data } = message;
  const body = JSON.stringify({ type, eventId, timestamp, data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1.0',
    ...signedHeaders(message, body, secrets, nowMs),
  };
  const startedMs = monotonicMs();
  const passedMs = () => Math.round(monotonicMs() - startedMs);
  let code: number | null = null;
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await egress.fetch(url, { method: 'POST', headers, body, signal: within }, false);
    code = response.status;
    const text = await beginningOf(response.body);
    const ok = code >= 200 && code < 300;
    return { ok, code, ms: passedMs(), text, error: ok ? null : `the answer was ${code}` };
  } catch (thrown) {
    return { ok: false, code, ms: passedMs(), text: null, error: reasonOf(thrown) };
  }
}

/** The first thousand bytes as text; the rest is not read. */
async function beginningOf(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  if (stream === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= textBytesMax) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, textBytesMax));
  // PostgreSQL takes no NUL in a text.
  return text.replaceAll('\0', '');
}

function reasonOf(thrown: unknown): string {
  const error = toError(thrown);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.message.slice(0, 200).toWellFormed().replaceAll('\0', '');
}
