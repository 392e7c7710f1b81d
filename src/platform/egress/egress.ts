import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent, Dispatcher, fetch, type RequestInit, Response, request as send } from 'undici';
import { AddressRules } from './address-rules.ts';
import { Agents } from './agents.ts';
import { EgressRefusal, EgressUnsent } from './refusal.ts';

export interface EgressOptions {
  /** CIDRs that may be reached although they are private (`PARLEY_EGRESS_ALLOW`). */
  allow: readonly string[];
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

interface PostOptions {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** The bytes that are read of the answer. */
  textBytesMax: number;
}

interface FetchOptions {
  /** A redirect to another origin is refused. */
  sameOriginOnly?: boolean;
  /** The most bytes of the answer, after decompression; 1 MB by default. */
  bytesMax?: number;
}

/** Requests of one organization for one use. */
export interface EgressOutlet {
  /**
   * Fetches a URL and follows up to three redirects, each checked by the rules. A redirect to another origin gets none
   * of the given headers, and is refused with `sameOriginOnly`. Reading fails beyond `bytesMax`. Rejects with an
   * EgressRefusal, with an EgressUnsent when the signal aborts before there is a connection, with the network's error,
   * or with the signal's reason.
   */
  fetch(url: string | URL, init?: RequestInit, options?: FetchOptions): Promise<Response>;
  /**
   * Posts a body, follows no redirect, and returns the status and the beginning of the answer. Costs a fraction of
   * `fetch`. Rejects as `fetch` does.
   */
  post(url: string, options: PostOptions): Promise<{ status: number; text: string }>;
}

/** The most connections of one outlet to one origin. */
const connectionsMax = 64;
const redirectsMax = 3;
/** The most bytes of an answer, after decompression, where the caller sets no other bound. */
const bodyBytesMax = 1_048_576;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends requests to addresses that users configured, over HTTP or HTTPS, only where the rules permit. A name is
 * resolved once, and the connection goes to the checked address. Each outlet has its own connections, so a slow host
 * delays only its own organization.
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

  /**
   * Returns the outlet of an organization for one use. Requests of one use do not wait for those of another. It is
   * valid as long as this object.
   */
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
    { sameOriginOnly = false, bytesMax = bodyBytesMax }: FetchOptions,
  ): Promise<Response> {
    let target = this.#checked(url);
    let request: RequestInit = { ...init, redirect: 'manual' };
    for (let redirects = 0; ; redirects++) {
      const asked = request;
      const response = await this.#sent(key, target, asked.signal, (dispatcher) =>
        fetch(target, { ...asked, dispatcher }),
      );
      const location = response.headers.get('location');
      if (!redirectStatuses.has(response.status) || location === null) return bounded(response, bytesMax);
      await response.body?.cancel();
      if (redirects === redirectsMax) throw new EgressRefusal(`more than ${redirectsMax} redirects`);
      const next = URL.parse(location, target.href);
      if (!next) throw new EgressRefusal('a redirect to what is no address');
      if (sameOriginOnly && next.origin !== target.origin)
        throw new EgressRefusal(`a redirect to another origin, ${next.origin}`);
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

  /** Sends one request on a connection of the outlet, and reports whether it was sent. */
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
    // A request that waits for a connection does not always observe its signal.
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

  /** Names are checked when they are resolved, literal addresses here. */
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

/** Returns the refusal that made a fetch fail, which is the cause of its error. */
function refusalIn(error: unknown): EgressRefusal | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof EgressRefusal) return at;
  return null;
}

/** Returns the redirected request (RFC 9110 §15.4), which is a GET where the RFC changes the method. */
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

/** Returns the response with a body that fails beyond `bytesMax`. */
function bounded(response: Response, bytesMax: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new Error(`the answer has more than ${bytesMax} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}

/** Sends one request through another dispatcher, and knows whether it received a connection. */
class WatchedDispatcher extends Dispatcher {
  readonly #dispatcher: Dispatcher;
  #hasConnection = false;

  constructor(dispatcher: Dispatcher) {
    super();
    this.#dispatcher = dispatcher;
  }

  get hasConnection(): boolean {
    return this.#hasConnection;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const begin = handler.onRequestStart;
    // Handlers keep state in themselves, so a wrapper would have to forward every property.
    handler.onRequestStart = (...begun) => {
      this.#hasConnection = true;
      begin?.apply(handler, begun);
    };
    return this.#dispatcher.dispatch(options, handler);
  }
}
