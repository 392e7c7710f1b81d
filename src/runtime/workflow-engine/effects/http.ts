import { isSecretReference, type StepOf } from '../../../domains/workflow-definition/index.ts';
import { type EgressOutlet, EgressRefusal, EgressUnsent } from '../../../platform/egress/index.ts';
import { schemaProblem } from '../../../platform/http/index.ts';
import { isNestedTooDeep, nestingMax } from '../../../platform/kernel/index.ts';
import type { EffectResult } from '../run/settle.ts';

/** A secret that a request may carry, and where it may be sent. */
interface OpenSecret {
  value: string;
  /** Origins such as https://api.example.com. */
  origins: readonly string[];
}

/** An HTTP step that is carried out. */
export interface HttpRequest {
  step: StepOf<'http'>;
  /** As it was written down when the step began. */
  input: { method: string; url: string; headers: Record<string, unknown>; body?: unknown };
  attempts: number;
  /** The same for each attempt of the step. */
  idempotencyKey: string;
  secrets: ReadonlyMap<string, OpenSecret>;
  nowMs: number;
}

/** Characters of an answer that a failure tells. */
const toldCharactersMax = 500;
const backoffMsMax = 3_600_000;

/** Sends the request once. Rejects only with the reason of the signal. */
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
      // What carries secrets is not sent on to others.
      { sameOriginOnly: used.size > 0 },
    );
    const text = redact(await response.text());
    if (isNestedTooDeep(text) && isJson(text)) {
      return { kind: 'failed', error: `the answer is nested deeper than ${nestingMax} levels` };
    }
    const output = {
      status: response.status,
      headers: shownHeaders(response.headers, redact),
      body: read(text),
    };
    if (response.ok) return checked(step, output);
    const error = `status ${response.status}: ${text.slice(0, toldCharactersMax)}`;
    return mayPass(response.status) ? again(request, error, output) : { kind: 'failed', error, output };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RequestProblem || error instanceof EgressRefusal) {
      return { kind: 'failed', error: redact(error.message) };
    }
    return again(request, redact(wordsOf(error)), undefined);
  }
}

/** Something about the request that trying again does not change. */
class RequestProblem extends Error {}

/** Whether what failed so may go well the next time. */
function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function again({ step, attempts, nowMs }: HttpRequest, error: string, output: unknown): EffectResult {
  const { maxAttempts, backoffMs } = step.retries;
  if (attempts >= maxAttempts) return { kind: 'failed', error, output };
  const waitMs = Math.min(backoffMs * 2 ** (attempts - 1), backoffMsMax);
  return { kind: 'retry', error, atMs: nowMs + waitMs, output };
}

function checked(step: StepOf<'http'>, output: { body: unknown }): EffectResult {
  const problem = step.responseSchema && schemaProblem(step.responseSchema, output.body);
  if (!problem) return { kind: 'completed', output };
  return { kind: 'failed', error: `the answer is not as it should be: ${problem}`, output };
}

/** The request with the values of its secrets, which are added to `used`. */
function opened(
  { step, input, idempotencyKey, secrets }: HttpRequest,
  used: Map<string, string>,
): { url: URL; headers: Record<string, string>; body: string | null } {
  const url = URL.parse(input.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new RequestProblem('url: is not an http or https URL');
  const secretOf = (name: string): string => {
    const secret = secrets.get(name);
    if (!secret) throw new RequestProblem(`there is no secret ${name}`);
    if (!secret.origins.includes(url.origin)) {
      throw new RequestProblem(`the secret ${name} may not be sent to ${url.origin}`);
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
    throw new RequestProblem(`headers.${name}: holds characters that a header cannot`);
  }
  return text;
}

/**
 * The filled template with its secrets. Only what the author wrote as a reference is one: what looks like a reference
 * in a value that was filled in stays what it is.
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

/** Shorter texts would be found where they are not meant. */
const redactedMin = 4;

/** Strikes out secrets that an answer or an error repeats: as they are, as JSON in JSON has them, and in addresses. */
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

/** Whether a text is meant as JSON by how it begins: any other may hold as many brackets as it likes. */
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'there was no answer in time';
  if (error instanceof EgressUnsent) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return `the request failed: ${typeof code === 'string' ? code : String(message).slice(0, 200)}`;
}
