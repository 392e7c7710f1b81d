import { urlUnder, type VendorOptions } from '../kit/index.ts';

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

/** Returns the same URL for a WebSocket. */
export function socketUrl(url: URL): URL {
  return new URL(url.href.replace(/^http/, 'ws'));
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
