import { isServiceAccount } from '../catalog.ts';
import { accessTokens, readServiceAccount } from '../google-account/index.ts';
import { ProviderError, type VendorOptions } from '../kit/index.ts';

export const googleCloudName = 'google-cloud';

/** Returns the function that returns the headers with the credentials, and the texts to remove from errors. */
export function credentials(options: VendorOptions & { firstByteTimeoutMs?: number }): {
  headers: () => Promise<Record<string, string>>;
  secrets: readonly string[];
} {
  const { apiKey } = options;
  if (apiKey === null) return { headers: async () => ({}), secrets: [] };
  const secrets = [apiKey];
  if (!isServiceAccount(googleCloudName, apiKey))
    return { headers: async () => ({ 'x-goog-api-key': apiKey }), secrets };
  const token = accessTokens(googleCloudName, options, secrets);
  return { headers: async () => ({ authorization: `Bearer ${await token()}` }), secrets };
}

/** Returns the project of a key: that of its service account, or its `resource`. */
export function projectOf({ apiKey, resource }: VendorOptions): string {
  if (resource !== undefined) return resource;
  if (isServiceAccount(googleCloudName, apiKey)) return readServiceAccount(googleCloudName, apiKey).projectId;
  throw new ProviderError(
    googleCloudName,
    'google-cloud: the key needs `resource`, the id of the Google Cloud project, to transcribe',
    { retryable: false },
  );
}

/** Returns the address of the service that transcribes, in the region of the key. */
export function speechAddress({ baseUrl, region = 'global' }: VendorOptions): string {
  if (baseUrl !== undefined) return baseUrl;
  return region === 'global' ? 'https://speech.googleapis.com' : `https://${region}-speech.googleapis.com`;
}
