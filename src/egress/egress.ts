import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent, fetch, type RequestInit, type Response, request as send } from 'undici';
import { AddressRules } from './address-rules.ts';
import { bounded } from './bounded-body.ts';

/** A request was not sent, or its answer not taken, because of a rule; the message says which, for whoever asked. */
export class EgressRefusal extends Error {
  override name = 'EgressRefusal';
}

export interface EgressOptions {
  /** CIDRs that may be reached although they are private (`PARLEY_EGRESS_ALLOW`). */
  allow: readonly string[];
  /** All addresses of a name; the system's resolver unless a test has its own. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** So much of the answer is read. */
  textBytesMax: number;
}

const redirectsMax = 3;
/** Bytes of an answer, as they are after decompression. */
const bodyBytesMax = 1_048_576;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests to addresses that users have written down: over HTTP or HTTPS, to what the rules permit and nothing else.
 * A name is resolved once, and the connection is made to the very address that was judged.
 */
export class Egress implements AsyncDisposable {
  readonly #rules: AddressRules;
  readonly #resolve: (name: string) => Promise<LookupAddress[]>;
  readonly #agent: Agent;

  constructor(options: EgressOptions) {
    this.#rules = new AddressRules(options.allow);
    this.#resolve = options.resolve ?? ((name) => systemLookup(name, { all: true }));
    this.#agent = new Agent({
      connect: { lookup: this.#lookup, timeout: 10_000 },
      connections: 64,
      keepAliveTimeout: 10_000,
      bodyTimeout: 30_000,
      headersTimeout: 30_000,
    });
  }

  /**
   * Fetches, following up to three redirects, each judged anew; to another origin none of the given headers goes
   * along, and with `sameOriginOnly` nothing. Reading the answer fails after a megabyte. Rejects with an EgressRefusal,
   * with what the network says, or with the reason of the signal.
   */
  async fetch(
    url: string | URL,
    init: RequestInit = {},
    { sameOriginOnly = false }: { sameOriginOnly?: boolean } = {},
  ): Promise<Response> {
    let target = this.#checked(new URL(url));
    let request: RequestInit = { ...init, redirect: 'manual', dispatcher: this.#agent };
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(target, request).catch((error: unknown) => {
        throw refusalIn(error) ?? error;
      });
      const location = response.headers.get('location');
      if (!redirectStatuses.has(response.status) || location === null) return bounded(response, bodyBytesMax);
      await response.body?.cancel();
      if (redirects === redirectsMax) throw new EgressRefusal(`more than ${redirectsMax} redirects`);
      const next = URL.parse(location, target.href);
      if (!next) throw new EgressRefusal('a redirect to what is no address');
      if (sameOriginOnly && next.origin !== target.origin)
        throw new EgressRefusal('a redirect to another origin');
      request = redirected(request, response.status, next.origin === target.origin);
      target = this.#checked(next);
    }
  }

  /**
   * Posts a body once and answers with the status and how the answer begins; the rest is not read, and no redirect is
   * followed. A fraction of the work of `fetch`. Rejects as that does.
   */
  async post(
    url: string,
    { headers, body, signal, textBytesMax }: PostOptions,
  ): Promise<{ status: number; text: string }> {
    const target = this.#checked(new URL(url));
    const options = { method: 'POST', headers, body, signal, dispatcher: this.#agent } as const;
    const response = await send(target, options).catch((error: unknown) => {
      throw refusalIn(error) ?? error;
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= textBytesMax) break;
    }
    const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, textBytesMax));
    return { status: response.statusCode, text };
  }

  /** Names are judged when they are resolved; an address that is written out never is. */
  #checked(url: URL): URL {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new EgressRefusal(`${url.protocol} is not http or https`);
    }
    const literal = /^\[(.*)\]$/.exec(url.hostname)?.[1] ?? url.hostname;
    const isLiteral = url.hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(url.hostname);
    if (isLiteral && !this.#rules.permits(literal)) throw notReached(literal);
    return url;
  }

  readonly #lookup: LookupFunction = (name, options, done) => {
    this.#resolve(name).then(
      (found) => {
        const [first, ...rest] = found.filter(({ address }) => this.#rules.permits(address));
        if (!first) done(notReached(name), '', 0);
        else if (options.all) done(null, [first, ...rest]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

function notReached(target: string): EgressRefusal {
  return new EgressRefusal(`${target.slice(0, 253)} is not a public address`);
}

/** The refusal that made a fetch fail, which tells it as the cause of its own error. */
function refusalIn(error: unknown): EgressRefusal | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof EgressRefusal) return at;
  return null;
}

/** The request as it goes on (RFC 9110 §15.4): as GET where the method has done its work. */
function redirected(request: RequestInit, status: number, isSameOrigin: boolean): RequestInit {
  const { body, headers, method = 'GET', ...rest } = request;
  const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  return {
    ...rest,
    method: becomesGet ? 'GET' : method,
    ...(isSameOrigin && headers ? { headers } : {}),
    ...(becomesGet || body === undefined ? {} : { body }),
  };
}
