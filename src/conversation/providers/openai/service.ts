import { urlUnder, type VendorOptions } from '../kit/index.ts';
import type { HttpRequest } from '../network/index.ts';

const openAiBaseUrl = 'https://api.openai.com/v1';

/** The part of every request that says where it goes and who asks. */
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

/** Whether it is OpenAI's own service, whose newer models are stricter than the others that speak its protocol. */
export function isOpenAi(options: VendorOptions): boolean {
  return (options.baseUrl ?? openAiBaseUrl).startsWith('https://api.openai.com/');
}
