import type { ModelOptions } from '../kit/index.ts';
import { providerFetch } from '../network/index.ts';
import type { ModelPackage, OpenOptions } from './packages.ts';

/** A server of one's own may first load the model. */
const firstByteTimeoutMs = 30_000;
const idleTimeoutMs = 20_000;

/** Returns how a package is opened with an organization's key: on our connections, and with no key where there is none. */
export function openOptions(
  provider: string,
  { baseUrl: ownBaseUrl, headers }: ModelPackage,
  options: ModelOptions,
  secrets: string[],
): OpenOptions {
  const { apiKey, baseUrl, dispatcher } = options;
  const own = headers?.(provider, options, secrets);
  return {
    ...options,
    apiKey: apiKey ?? '',
    baseURL: baseUrl ?? ownBaseUrl(options),
    fetch: providerFetch({
      ...{ provider, secrets, dispatcher, firstByteTimeoutMs, idleTimeoutMs },
      ...(own ? { headers: own } : apiKey === null ? { headers: withoutKey } : {}),
    }),
  };
}

/** Returns the headers without an empty key, for services that need none. */
function withoutKey({ authorization: _, ...others }: Record<string, string>): Record<string, string> {
  return others;
}
