import { sipAddressText } from '../sip-address.ts';
import type { VendorRequests } from './requests.ts';
import type { StepContext } from './vendor.ts';

export const twilioApi = 'api.twilio.com';
export const twilioTrunking = 'trunking.twilio.com';

/** An account at Twilio, with the paths of its resources. */
export interface TwilioAccount {
  requests: VendorRequests;
  /** The path of a resource of the account. */
  path(resource: string): string;
  /** Returns the account's number as Twilio describes it, or null. */
  number(phoneNumber: string): Promise<Record<string, unknown> | null>;
  /** Returns the monthly price of a new number, or null when Twilio names none. */
  priceOf(phoneNumber: string): Promise<string | null>;
}

/** The termination domain, which no other customer of Twilio has. */
export function twilioDomain(tag: string): string {
  return `${tag}.pstn.twilio.com`;
}

/** The origination address, to which Twilio sends calls. */
export function originationUrl({ sipAddress }: StepContext): string {
  return `sip:${sipAddressText(sipAddress)}`;
}
