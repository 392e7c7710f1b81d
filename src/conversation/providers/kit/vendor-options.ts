import type { Dispatcher } from 'undici';

/** The constructor options of every vendor's provider. */
export interface VendorOptions {
  /** `null` for services without keys, such as a self-hosted model server. */
  apiKey: string | null;
  /** The base URL of the service; the vendor's own by default. */
  baseUrl?: string | undefined;
  /** Opens connections and restricts their destinations. */
  dispatcher?: Dispatcher | undefined;
}
