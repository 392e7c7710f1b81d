/** The parts of requests that ask vendors about keys, models and voices: addresses and the ways in which keys are sent. */
import { packages } from './ai-sdk/index.ts';
import { urlUnder, type VendorOptions } from './kit/index.ts';

/** A request that only reads. */
export interface VendorRequest {
  url: string | URL;
  headers: Record<string, string>;
}

/** Returns the request; `null` when the address of the key has none that is known. */
export type VendorRequestOf = (
  options: VendorOptions,
) => VendorRequest | null | Promise<VendorRequest | null>;

/** The ways in which a key is sent. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
export const header = (name: string) => (key: string) => ({ [name]: key });
export const scheme = (name: string) => (key: string) => ({ authorization: `${name} ${key}` });

type Credentials = (apiKey: string) => Record<string, string>;

/** A request below the base URL of the key, or of the vendor. */
export function under(vendorUrl: string, path: string, credentials: Credentials, more = {}): VendorRequestOf {
  return ({ apiKey, baseUrl = vendorUrl }) => ({
    url: urlUnder(baseUrl, path),
    headers: { ...(apiKey !== null && credentials(apiKey)), ...more },
  });
}

/** A request to a host that is not the one of conversations. Nothing is known about a key with a base URL. */
export function elsewhere(url: string, credentials: Credentials): VendorRequestOf {
  return ({ apiKey, baseUrl }) =>
    baseUrl === undefined ? { url, headers: apiKey === null ? {} : credentials(apiKey) } : null;
}

/** A list below the base URL of a package of the AI SDK. */
export const listOf =
  (name: keyof typeof packages, path = 'models', credentials: Credentials = bearer): VendorRequestOf =>
  (options) =>
    under(packages[name].baseUrl(options), path, credentials)(options);

/** Signs a request of AWS (Signature Version 4). */
export async function signed(
  url: string | URL,
  service: string,
  options: VendorOptions,
): Promise<VendorRequest> {
  const { AwsV4Signer } = await import('aws4fetch');
  const { apiKey, accessKeyId, region } = options;
  const request = await new AwsV4Signer({
    ...{ url: String(url), method: 'GET', service, region: region! },
    ...{ accessKeyId: accessKeyId!, secretAccessKey: apiKey! },
  }).sign();
  return { url: request.url, headers: Object.fromEntries(request.headers) };
}

export const awsHost = (service: string, region: string | undefined) =>
  `https://${service}.${region}.amazonaws.com${region?.startsWith('cn-') ? '.cn' : ''}`;
