import type { CarrierNumberList } from '../schemas.ts';
import type { VendorRequests } from './requests.ts';

export const telnyxApi = 'api.telnyx.com';

/** An account at Telnyx. */
export interface TelnyxAccount {
  requests: VendorRequests;
  /** Returns the account's number as Telnyx describes it, or null. */
  number(phoneNumber: string): Promise<Record<string, unknown> | null>;
  /** Returns the number as it is on sale, or null. */
  offer(phoneNumber: string): Promise<CarrierNumberList['available'][number] | null>;
}
