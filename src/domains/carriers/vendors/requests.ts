import type { EgressOutlet } from '../../../platform/egress/index.ts';
import { CarrierRefusal } from '../refusal.ts';

interface Sent {
  query?: Record<string, string | undefined>;
  /** The body as a form, or as JSON. */
  form?: Record<string, string>;
  json?: unknown;
}

export interface VendorRequestsOptions {
  outlet: EgressOutlet;
  /** Replaces the vendor's addresses (`PARLEY_CARRIER_TEST_URL`). */
  testUrl: string | null;
  authorization: string;
  /** Reads the vendor's error. */
  refusalOf(status: number, body: unknown): CarrierRefusal;
}

const requestMsMax = 20_000;
/** A page of 200 numbers has about 300 KB. */
const bytesMax = 4_194_304;

/** Requests to a vendor's API with one key, which goes to the vendor's address alone. */
export class VendorRequests {
  readonly #options: VendorRequestsOptions;

  constructor(options: VendorRequestsOptions) {
    this.#options = options;
  }

  get(host: string, path: string, query: Sent['query'] = {}): Promise<Record<string, unknown>> {
    return this.#send('GET', host, path, { query });
  }

  /** Returns null where the vendor answers 404. */
  async find(host: string, path: string, query: Sent['query'] = {}): Promise<Record<string, unknown> | null> {
    try {
      return await this.get(host, path, query);
    } catch (error) {
      if (error instanceof CarrierRefusal && error.reason === 'not-found') return null;
      throw error;
    }
  }

  post(host: string, path: string, sent: Sent): Promise<Record<string, unknown>> {
    return this.#send('POST', host, path, sent);
  }

  patch(host: string, path: string, sent: Sent): Promise<Record<string, unknown>> {
    return this.#send('PATCH', host, path, sent);
  }

  /** Deletes a resource; one that is gone already counts as deleted. */
  async delete(host: string, path: string): Promise<void> {
    try {
      await this.#send('DELETE', host, path, {});
    } catch (error) {
      if (!(error instanceof CarrierRefusal && error.reason === 'not-found')) throw error;
    }
  }

  async #send(method: string, host: string, path: string, sent: Sent): Promise<Record<string, unknown>> {
    const { outlet, testUrl, authorization, refusalOf } = this.#options;
    const url = new URL(`${testUrl === null ? 'https:/' : testUrl}/${host}${path}`);
    for (const [name, value] of Object.entries(sent.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, value);
    const { status, text } = await this.#answered(
      testUrl === null ? host : new URL(testUrl).host,
      async () => {
        const response = await outlet.fetch(
          url,
          {
            method,
            headers: { authorization, accept: 'application/json', ...typeOf(sent) },
            ...bodyOf(sent),
            signal: AbortSignal.timeout(requestMsMax),
          },
          { sameOriginOnly: true, bytesMax },
        );
        return { status: response.status, text: await response.text() };
      },
    );
    const body = parsed(text);
    if (status >= 200 && status < 300) return (body ?? {}) as Record<string, unknown>;
    throw refusalOf(status, body);
  }

  async #answered<Answer>(to: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'EgressRefusal')
        throw new CarrierRefusal('unreachable', null, { ownMessage: this.#forbidden(to, message) });
      const isUnsent = name === 'EgressUnsent';
      const ownMessage = `No answer from ${to} (${message}). Check that this server reaches it, then try again.`;
      throw new CarrierRefusal('unreachable', null, { ownMessage, isTransient: true, isUnknown: !isUnsent });
    }
  }

  /** Returns what to change when the rules for outgoing requests refuse an address or its answer. */
  #forbidden(to: string, why: string): string {
    if (!why.endsWith('is not a public address')) return `${to} answered with what is refused: ${why}.`;
    return this.#options.testUrl === null
      ? `This server may not send requests to ${to}: ${why}. Check its name server and PARLEY_EGRESS_ALLOW.`
      : `PARLEY_CARRIER_TEST_URL leads to ${to}, which PARLEY_EGRESS_ALLOW does not allow: ${why}. Add its address to PARLEY_EGRESS_ALLOW, or remove PARLEY_CARRIER_TEST_URL.`;
  }
}

function typeOf({ form, json }: Sent): Record<string, string> {
  if (form) return { 'content-type': 'application/x-www-form-urlencoded' };
  return json === undefined ? {} : { 'content-type': 'application/json' };
}

function bodyOf({ form, json }: Sent): { body?: string } {
  if (form) return { body: new URLSearchParams(form).toString() };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the refusal for statuses that mean the same at all vendors, or null. */
export function refusalByStatus(status: number, message: string | null): CarrierRefusal | null {
  if (status === 429) return new CarrierRefusal('too-many-requests', message, { isTransient: true });
  if (status >= 500)
    return new CarrierRefusal('unreachable', message, { isTransient: true, isUnknown: true });
  if (status === 401) return new CarrierRefusal('wrong-key', message);
  if (status === 403) return new CarrierRefusal('no-permission', message);
  return status === 404 ? new CarrierRefusal('not-found', message) : null;
}

/** The resources of a list in a vendor's answer. */
export function listIn(answer: Record<string, unknown>, key: string): Record<string, unknown>[] {
  const list = answer[key];
  return Array.isArray(list) ? (list as Record<string, unknown>[]) : [];
}

/** A text of a vendor's answer; null for anything else and for the empty text. */
export function textIn(answer: Record<string, unknown> | undefined, key: string): string | null {
  const value = answer?.[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An id of a vendor's answer. Throws when the answer has none. */
export function idIn(answer: Record<string, unknown> | undefined, key: string): string {
  const id = textIn(answer, key);
  if (id === null) throw new CarrierRefusal('refused', `the answer has no ${key}`, { isUnknown: true });
  return id;
}

/** Carries out the first work that is not refused: what a number was assigned to before may be gone. */
export async function restoring(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const [place, work] of works.entries()) {
    try {
      await work();
      return;
    } catch (error) {
      const isGone =
        error instanceof CarrierRefusal && (error.reason === 'not-found' || error.reason === 'refused');
      if (!isGone || place === works.length - 1) throw error;
    }
  }
}
