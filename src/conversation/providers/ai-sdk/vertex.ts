import { accessTokens, readServiceAccount } from '../google-account/index.ts';
import type { VendorOptions } from '../kit/index.ts';

/** Returns the address of the models of a service account's project. The location is `global` unless a region is given. */
export function vertexAddress({ apiKey, region = 'global' }: VendorOptions): string {
  const { projectId } = readServiceAccount('vertex', apiKey);
  const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`;
  return `https://${host}/v1beta1/projects/${projectId}/locations/${region}/publishers/google`;
}

/**
 * Returns the function that puts an access token into the headers in place of the key. It waits for the token service for
 * `firstByteTimeoutMs` at most, by default as long as any request.
 */
export function vertexHeaders(
  provider: string,
  options: VendorOptions & { firstByteTimeoutMs?: number },
  secrets: string[],
) {
  const current = accessTokens(provider, options, secrets);
  return async ({ 'x-goog-api-key': _, ...headers }: Record<string, string>) => ({
    ...headers,
    authorization: `Bearer ${await current()}`,
  });
}
