import type { Dispatcher } from 'undici';

/** What every vendor is made with. */
export interface VendorOptions {
  /** Null for services that want none, such as a model server of one's own. */
  apiKey: string | null;
  /** Where the service is; default: the vendor's own. */
  baseUrl?: string | undefined;
  /** What opens the connections, and decides where they may go. */
  dispatcher?: Dispatcher | undefined;
}
