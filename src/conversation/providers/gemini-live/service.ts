import { urlUnder, type VendorOptions } from '../kit/index.ts';
import type { SocketOptions } from '../network/index.ts';

export const geminiName = 'google';
const defaultBaseUrl = 'https://generativelanguage.googleapis.com';
const path = 'ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';

/** Returns the address of the service, and the credentials. */
export function service({
  apiKey,
  baseUrl,
  dispatcher,
}: VendorOptions): Omit<SocketOptions, 'onMessage' | 'onEnd'> {
  // The base URL of a key is that of the language models, which ends with a version.
  const origin = baseUrl === undefined ? defaultBaseUrl : baseUrl.replace(/\/v1(?:beta|alpha)?\/?$/, '');
  return {
    provider: geminiName,
    url: new URL(urlUnder(origin, path).href.replace(/^http/, 'ws')),
    headers: apiKey === null ? {} : { 'x-goog-api-key': apiKey },
    secrets: apiKey === null ? [] : [apiKey],
    dispatcher,
  };
}
