import { urlUnder, type VendorOptions } from '../kit/index.ts';
import type { HttpRequest } from '../network/index.ts';

const openAiBaseUrl = 'https://api.openai.com/v1';

/** Returns the address and credentials of every request. */
export function serviceRequest(
  name: string,
  options: VendorOptions,
  path: string,
  signal: AbortSignal | undefined,
): Pick<HttpRequest, 'provider' | 'url' | 'headers' | 'secrets' | 'signal' | 'dispatcher'> {
  const { apiKey, baseUrl = openAiBaseUrl, dispatcher } = options;
  return {
    provider: name,
    url: urlUnder(baseUrl, path),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    secrets: apiKey === null ? [] : [apiKey],
    signal,
    dispatcher,
  };
}

/** Returns whether a URL is OpenAI's own service, whose newer models are stricter than compatible servers. */
export function isOpenAi(options: VendorOptions): boolean {
  return (options.baseUrl ?? openAiBaseUrl).startsWith('https://api.openai.com/');
}
