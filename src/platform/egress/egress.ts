import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent, fetch, type RequestInit, type Response, request as send } from 'undici';
import { AddressRules } from './address-rules.ts';
import { Agents } from './agents.ts';
import { bounded } from './bounded-body.ts';
import { EgressRefusal, EgressUnsent } from './refusal.ts';
import { WatchedDispatcher } from './watched-dispatcher.ts';

export interface EgressOptions {
  /** CIDRs that may be reached although they are private (`PARLEY_EGRESS_ALLOW`). */
  allow: readonly string[];
  /** All addresses of a name; the system's resolver unless a test has its own. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

interface PostOptions {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** So much of the answer is read. */
  textBytesMax: number;
}

interface FetchOptions {
  /** A redirect to another origin is refused. */
  sameOriginOnly?: boolean;
}

/** The requests of one organization for one use. */
export interface EgressOutlet {
  /**
   * Fetches, following up to three redirects, each judged anew; to another origin none of the given headers goes
   * along, and with `sameOriginOnly` nothing. Reading the answer fails after a megabyte. Rejects with an EgressRefusal,
   * with an EgressUnsent where the signal came before there was a connection, with what the network says, or with the
   * reason of the signal.
   */
  fetch(url: string | URL, init?: RequestInit, options?: FetchOptions): Promise<Response>;
  /**
   * Posts a body once and answers with the status and how the answer begins; the rest is not read, and no redirect is
   * followed. A fraction of the work of `fetch`. Rejects as that does.
   */
  post(url: string, options: PostOptions): Promise<{ status: number; text: string }>;
}

/** Connections to one origin at once, of one outlet. */
const connectionsMax = 64;
const redirectsMax = 3;
/** Bytes of an answer, as they are after decompression. */
const bodyBytesMax = 1_048_576;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests to addresses that users have written down: over HTTP or HTTPS, to what the rules permit and nothing else.
 * A name is resolved once, and the connection is made to the very address that was judged. Each outlet has connections of
 * its own, so that a host that keeps one organization waiting keeps nobody else.
 */
export class Egress implements AsyncDisposable {
  readonly #rules: AddressRules;
  readonly #resolve: (name: string) => Promise<LookupAddress[]>;
  readonly #agents: Agents;

  constructor(options: EgressOptions) {
    this.#rules = new AddressRules(options.allow);
    this.#resolve = options.resolve ?? ((name) => systemLookup(name, { all: true }));
    this.#agents = new Agents(
      () =>
        new Agent({
          connect: { lookup: this.#lookup, timeout: 10_000 },
          connections: connectionsMax,
          keepAliveTimeout: 10_000,
          bodyTimeout: 30_000,
          headersTimeout: 30_000,
        }),
    );
  }

  /** `use` says what for: requests for one do not wait for those for another. May be kept for as long as this. */
  of(organizationId: string, use: string): EgressOutlet {
    const key = `${organizationId} ${use}`;
    return {
      fetch: (url, init = {}, options = {}) => this.#fetch(key, new URL(url), init, options),
      post: (url, options) => this.#post(key, new URL(url), options),
    };
  }

  async #fetch(
    key: string,
    url: URL,
    init: RequestInit,
    { sameOriginOnly = false }: FetchOptions,
  ): Promise<Response> {
    let target = this.#checked(url);
    let request: RequestInit = { ...init, redirect: 'manual' };
    for (let redirects = 0; ; redirects++) {
      const asked = request;
      const response = await this.#sent(key, target, asked.signal, (dispatcher) =>
        fetch(target, { ...asked, dispatcher }),
      );
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

  async #post(key: string, url: URL, { headers, body, signal, textBytesMax }: PostOptions) {
    const target = this.#checked(url);
    const response = await this.#sent(key, target, signal, (dispatcher) =>
      send(target, { method: 'POST', headers, body, signal, dispatcher }),
    );
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

  /** Sends one request on a connection of the outlet, and tells what kept it from being sent. */
  async #sent<T>(
    key: string,
    { origin }: URL,
    signal: AbortSignal | null | undefined,
    request: (dispatcher: WatchedDispatcher) => Promise<T>,
  ): Promise<T> {
    const dispatcher = new WatchedDispatcher(this.#agents.of(key));
    const requested = request(dispatcher).catch((error: unknown) => {
      throw refusalIn(error) ?? error;
    });
    if (!signal) return requested;
    // A request that waits for its connection takes no notice of its signal in every case.
    const unsent = Promise.withResolvers<never>();
    const giveUp = () => {
      if (!dispatcher.hasConnection) unsent.reject(new EgressUnsent(origin));
    };
    signal.addEventListener('abort', giveUp);
    try {
      if (signal.aborted) giveUp();
      return await Promise.race([unsent.promise, requested]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
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
    await this.#agents[Symbol.asyncDispose]();
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
