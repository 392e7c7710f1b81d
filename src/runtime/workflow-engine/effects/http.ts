import { isSecretReference, type StepOf } from '../../../domains/workflow-definition/index.ts';
import { type EgressOutlet, EgressRefusal, EgressUnsent } from '../../../platform/egress/index.ts';
import { schemaProblem } from '../../../platform/http/index.ts';
import { isNestedTooDeep, nestingMax } from '../../../platform/kernel/index.ts';
import type { EffectResult } from '../run/settle.ts';

/** A secret, and the origins to which it may be sent. */
interface OpenSecret {
  value: string;
  /** Origins such as https://api.example.com. */
  origins: readonly string[];
}

/** An HTTP step being carried out. */
export interface HttpRequest {
  step: StepOf<'http'>;
  /** The input as it was recorded when the step began. */
  input: { method: string; url: string; headers: Record<string, unknown>; body?: unknown };
  attempts: number;
  /** The same for every attempt of the step. */
  idempotencyKey: string;
  secrets: ReadonlyMap<string, OpenSecret>;
  nowMs: number;
}

/** Maximum characters of a response that a failure shows. */
const shownCharactersMax = 500;
const backoffMsMax = 3_600_000;

/** Sends the request once. Rejects only with the signal's reason. */
export async function sendRequest(
  egress: EgressOutlet,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<EffectResult> {
  const { step, input } = request;
  let redact = (text: string) => text;
  try {
    const used = new Map<string, string>();
    const { url, headers, body } = opened(request, used);
    redact = redactor([...used.values()]);
    const response = await egress.fetch(
      url,
      {
        method: input.method,
        headers,
        ...(body === null ? {} : { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(step.timeoutMs)]),
      },
      // A request with secrets does not follow redirects to other origins.
      { sameOriginOnly: used.size > 0 },
    );
    const text = redact(await response.text());
    if (isNestedTooDeep(text) && isJson(text)) {
      return { kind: 'failed', error: `the response is nested more than ${nestingMax} levels deep` };
    }
    const output = {
      status: response.status,
      headers: shownHeaders(response.headers, redact),
      body: read(text),
    };
    if (response.ok) return await checked(step, output, signal);
    const error = `status ${response.status}: ${text.slice(0, shownCharactersMax)}`;
    return mayPass(response.status) ? again(request, error, output) : { kind: 'failed', error, output };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RequestProblem || error instanceof EgressRefusal) {
      return { kind: 'failed', error: redact(error.message) };
    }
    return again(request, redact(messageOf(error)), undefined);
  }
}

/** A problem of the request that a retry cannot solve. */
class RequestProblem extends Error {}

/** Returns whether a retry may succeed after this status. */
function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function again({ step, attempts, nowMs }: HttpRequest, error: string, output: unknown): EffectResult {
  const { maxAttempts, backoffMs } = step.retries;
  if (attempts >= maxAttempts) return { kind: 'failed', error, output };
  const waitMs = Math.min(backoffMs * 2 ** (attempts - 1), backoffMsMax);
  return { kind: 'retry', error, atMs: nowMs + waitMs, output };
}

async function checked(
  step: StepOf<'http'>,
  output: { body: unknown },
  signal: AbortSignal,
): Promise<EffectResult> {
  const problem = step.responseSchema && (await schemaProblem(step.responseSchema, output.body, signal));
  if (!problem) return { kind: 'completed', output };
  return { kind: 'failed', error: `the response does not match the schema: ${problem}`, output };
}

/** Returns the request with its secrets inserted, and adds them to `used`. */
function opened(
  { step, input, idempotencyKey, secrets }: HttpRequest,
  used: Map<string, string>,
): { url: URL; headers: Record<string, string>; body: string | null } {
  const url = URL.parse(input.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new RequestProblem('url: must be an http or https URL');
  const secretOf = (name: string): string => {
    const secret = secrets.get(name);
    if (!secret) throw new RequestProblem(`there is no secret ${name}`);
    if (!secret.origins.includes(url.origin)) {
      throw new RequestProblem(`the secret ${name} must not be sent to ${url.origin}`);
    }
    used.set(name, secret.value);
    return secret.value;
  };
  const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': idempotencyKey };
  for (const [name, template] of Object.entries(step.headers)) {
    const value = isSecretReference(template) ? secretOf(template.secret) : input.headers[name];
    headers[name.toLowerCase()] = headerText(name, value);
  }
  if (input.body === undefined) return { url, headers, body: null };
  headers['content-type'] ??= typeof input.body === 'string' ? 'text/plain' : 'application/json';
  const body = withSecrets(step.body, input.body, secretOf);
  return { url, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function headerText(name: string, value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new RequestProblem(`headers.${name}: contains characters not allowed in a header`);
  }
  return text;
}

/**
 * Inserts secrets into a filled template. Only references written by the author count; lookalikes in filled values stay
 * unchanged.
 */
function withSecrets(template: unknown, filled: unknown, secretOf: (name: string) => string): unknown {
  if (isSecretReference(template)) return secretOf(template.secret);
  if (Array.isArray(template) && Array.isArray(filled)) {
    return filled.map((item, i) => withSecrets(template[i], item, secretOf));
  }
  if (!isObject(template) || !isObject(filled)) return filled;
  const entries = Object.entries(filled).map(([key, value]) => {
    return [key, Object.hasOwn(template, key) ? withSecrets(template[key], value, secretOf) : value];
  });
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Shorter values would match unrelated text. */
const redactedMin = 4;

/** Redacts secrets that a response or an error repeats: literally, as JSON in JSON, and URL-encoded. */
function redactor(values: readonly string[]): (text: string) => string {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = values.flatMap((value) => {
    const once = escaped(value);
    return [value, once, escaped(once), escaped(escaped(once)), encodeURIComponent(value)];
  });
  const found = [...new Set(forms)].filter((form) => form.length >= redactedMin);
  return (text) => found.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text);
}

const shown = ['content-type', 'location', 'retry-after', 'x-request-id'];

function shownHeaders(
  headers: { get(name: string): string | null },
  redact: (text: string) => string,
): object {
  const entries = shown.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, redact(value)]];
  });
  return Object.fromEntries(entries);
}

function read(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns whether a text starts like JSON. Other texts may contain any number of brackets. */
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function messageOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no response in time';
  if (error instanceof EgressUnsent) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return `the request failed: ${typeof code === 'string' ? code : String(message).slice(0, 200)}`;
}
