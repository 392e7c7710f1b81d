import { asText, urlUnder, type VendorOptions } from '../kit/index.ts';
import { type ListenProtocol, socketUrl } from '../live-transcription/index.ts';

export const deepgramName = 'deepgram';
const defaultBaseUrl = 'https://api.deepgram.com';

/** The parameters of an operation. A list repeats its parameter. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** Returns the URL of an operation with its parameters. */
export function serviceUrl(options: VendorOptions, path: string, parameters: QueryParameters): URL {
  const url = urlUnder(options.baseUrl ?? defaultBaseUrl, path);
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) url.searchParams.append(name, value);
  }
  return url;
}

type Socket = Pick<
  ListenProtocol,
  'provider' | 'url' | 'headers' | 'secrets' | 'reasonHeader' | 'closeMessage' | 'failureIn'
>;

/** Returns the part of a streaming protocol that all of the service's protocols share. */
export function socketTo(options: VendorOptions, path: string, parameters: QueryParameters): Socket {
  return {
    provider: deepgramName,
    url: socketUrl(serviceUrl(options, path, parameters)),
    ...credentials(options),
    reasonHeader: 'dg-error',
    closeMessage: JSON.stringify({ type: 'CloseStream' }),
    failureIn: (message) =>
      message.type === 'Error'
        ? { words: asText(message.description) || asText(message.message), retryable: true }
        : null,
  };
}

export function credentials(options: VendorOptions): {
  headers: Record<string, string>;
  secrets: readonly string[];
} {
  const { apiKey } = options;
  return apiKey === null
    ? { headers: {}, secrets: [] }
    : { headers: { authorization: `Token ${apiKey}` }, secrets: [apiKey] };
}
