import { ProviderError } from '../kit/index.ts';
import { type HttpRequest, requestBody } from './http-request.ts';

/** The settings of all requests of one provider's client. */
export type ProviderFetchOptions = Pick<
  HttpRequest,
  'provider' | 'secrets' | 'dispatcher' | 'firstByteTimeoutMs' | 'idleTimeoutMs'
> & {
  /** Returns the headers that are sent, from those of the client. */
  headers?: (headers: Record<string, string>) => Record<string, string> | Promise<Record<string, string>>;
};

/** The most bytes of one answer: 100,000 tokens, each an event of 300 bytes. */
const bodyBytesMax = 33_554_432;

/**
 * Returns a `fetch` for the client of a package. Its requests go through the dispatcher of providers, follow no redirect, and
 * have the limits of `requestBody`. It rejects with a `ProviderError` for any status but 2xx, so that failures read the
 * same for all providers.
 */
export function providerFetch(options: ProviderFetchOptions): typeof globalThis.fetch {
  const { headers: headersOf = (headers) => headers, ...settings } = options;
  return async (input, init = {}) => {
    if (typeof init.body !== 'string' && !(init.body instanceof Uint8Array)) {
      throw new TypeError('the body of a request to a provider must be a text or bytes');
    }
    let head: { status: number; headers: [string, string][] } = { status: 200, headers: [] };
    const parts = requestBody({
      ...settings,
      url: input instanceof Request ? input.url : input,
      headers: await headersOf(plainHeaders(init.headers)),
      body: typeof init.body === 'string' ? init.body : Buffer.from(init.body),
      signal: init.signal ?? undefined,
      onHead: (status, received) => {
        head = { status, headers: headerPairs(received) };
      },
    })[Symbol.asyncIterator]();
    const first = await parts.next();
    return new Response(streamOf(settings.provider, first, parts), head);
  };
}

/** Returns the body as a stream that reads a part when its reader asks for it. */
function streamOf(
  provider: string,
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | null = first;
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = next ?? (await rest.next());
        next = null;
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes > bodyBytesMax) {
          await rest.return?.();
          const message = `${provider} answered with more than ${bodyBytesMax} bytes`;
          throw new ProviderError(provider, message, { retryable: false });
        }
        controller.enqueue(value);
      },
      async cancel() {
        await rest.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function plainHeaders(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

function headerPairs(headers: NodeJS.Dict<string | string[]>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]);
}
