import type { Dispatcher } from 'undici';

/** The fields of a provider key that only some vendors have. The catalog says which. */
export interface KeyDetails {
  /** The region or location of the service. */
  region?: string | undefined;
  /** The name of the customer's own resource at the vendor. */
  resource?: string | undefined;
  apiVersion?: string | undefined;
  /** The public part of a key that has two. */
  accessKeyId?: string | undefined;
}

/** The constructor options of every vendor's provider. */
export interface VendorOptions extends KeyDetails {
  /** `null` for services without keys, such as a self-hosted model server. */
  apiKey: string | null;
  /** The base URL of the service; the vendor's own by default. */
  baseUrl?: string | undefined;
  /** Opens connections and restricts their destinations. */
  dispatcher?: Dispatcher | undefined;
}
