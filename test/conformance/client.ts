import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** One request and its answer. It has no credential, so that it may be printed. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly sentHeaders: Readonly<Record<string, string>>;
  readonly sentBody: string | null;
  readonly status: number;
  /** Header names in lower case. The values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: unknown;
  /** `performance.now()` before the request was sent and after the answer was complete. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface SendOptions {
  /** An array repeats the parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | undefined;
  /** `application/json` by default when there is a body; null sends none. */
  readonly contentType?: string | null | undefined;
  /** The whole `Authorization` header, in place of the client's key; null sends none. */
  readonly authorization?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const answerTimeoutMs = 30_000;
/**
 * The largest accepted answer, far above a page of 10,000 audit entries. It bounds the memory for an endless answer.
 */
const answerBytesMax = 128 * 1024 * 1024;

function toUrl(baseUrl: string, target: string, query: SendOptions['query']): URL {
  const url = new URL(/^https?:/.test(target) ? target : baseUrl.replace(/\/+$/, '') + target);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, one);
  }
  return url;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/**
 * Sends one request on its own connection, because a server may close a connection after an error. Rejects when no
 * whole answer arrives within 30 s, and when an answer is too large.
 */
function exchangeBytes(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: Buffer | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method,
      headers,
      agent: false,
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= answerBytesMax) chunks.push(chunk);
        else response.destroy(new Error(`the answer is larger than ${answerBytesMax} bytes`));
      });
      response.on('error', reject);
      response.on('end', () => {
        const received: Record<string, string> = {};
        for (const [name, values] of Object.entries(response.headersDistinct)) {
          received[name] = (values ?? []).join(', ');
        }
        resolve({
          status: response.statusCode ?? 0,
          headers: received,
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    request.end(body ?? undefined);
  });
}

/** Sends requests to one base address with one key. */
export class Client {
  readonly baseUrl: string;
  readonly key: string;

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl;
    this.key = key;
  }

  /** Returns a client for the same address with another key. */
  withKey(key: string): Client {
    return new Client(this.baseUrl, key);
  }

  /**
   * Sends a request to a path of the base address or to an absolute URL. Absolute URLs come from the server, and the
   * key must not reach another host, so a URL of another host is an error.
   */
  async send(method: string, target: string, options: SendOptions = {}): Promise<Exchange> {
    const url = toUrl(this.baseUrl, target, options.query);
    if (url.host !== new URL(this.baseUrl).host) {
      throw new Error(`${url.href} is not under the base address ${this.baseUrl}`);
    }
    const sentBody =
      options.rawBody ?? (options.body === undefined ? null : (JSON.stringify(options.body) ?? null));
    const contentType =
      options.contentType === undefined && sentBody !== null ? 'application/json' : options.contentType;
    const sentHeaders: Record<string, string> = { accept: 'application/json', ...options.headers };
    if (contentType !== undefined && contentType !== null) sentHeaders['content-type'] = contentType;
    const bytes = sentBody === null ? null : Buffer.from(sentBody, 'utf8');
    const framing: Record<string, string> = {};
    if (bytes !== null || method !== 'GET') framing['content-length'] = String(bytes?.length ?? 0);
    const authorization = options.authorization === undefined ? `Bearer ${this.key}` : options.authorization;
    if (authorization !== null) framing.authorization = authorization;

    const startedAtMs = performance.now();
    const answer = await exchangeBytes(url, method, { ...sentHeaders, ...framing }, bytes);
    return {
      method,
      url: url.href,
      sentHeaders,
      sentBody,
      ...answer,
      json: parseJson(answer.text),
      startedAtMs,
      endedAtMs: performance.now(),
    };
  }

  get(target: string, query?: SendOptions['query']): Promise<Exchange> {
    return this.send('GET', target, { query });
  }

  /** Sends a POST, without a body when it is left out. */
  post(target: string, body?: unknown, options: SendOptions = {}): Promise<Exchange> {
    return this.send('POST', target, { ...options, body });
  }
}
