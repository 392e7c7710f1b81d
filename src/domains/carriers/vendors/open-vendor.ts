import type { EgressOutlet } from '../../../platform/egress/index.ts';
import type { StepKind, Vendor } from '../schemas.ts';
import { openTelnyx } from './telnyx.ts';
import { telnyxSetup } from './telnyx-steps.ts';
import { openTwilio } from './twilio.ts';
import { twilioSetup } from './twilio-steps.ts';
import type { CarrierVendor } from './vendor.ts';

/** The name of each vendor, as people know it. */
export const vendorLabels: Record<Vendor, string> = { twilio: 'Twilio', telnyx: 'Telnyx' };

/** The steps of each vendor before those of the numbers, in their order. */
export const setupOf: Record<Vendor, readonly StepKind[]> = {
  twilio: twilioSetup,
  telnyx: telnyxSetup,
};

/** An account at a vendor. */
interface Account {
  vendor: Vendor;
  accountSid: string | null;
  apiKeySid: string | null;
  key: string;
}

/** Returns the account at the vendor, or at the server of tests that stands for it. Nothing is sent yet. */
export function openVendor(
  given: { outlet: EgressOutlet; testUrl: string | null },
  account: Account,
): CarrierVendor {
  const opened = openAccount(given, account);
  const { testUrl } = given;
  if (testUrl === null) return opened;
  return { ...opened, trunk: (context) => ({ ...opened.trunk(context), ...trunkOfTest(new URL(testUrl)) }) };
}

/** Calls go where the requests go: to SIP on the next port. */
function trunkOfTest({ hostname, port, protocol }: URL) {
  const usualPort = protocol === 'https:' ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: (port === '' ? usualPort : Number(port)) + 1, allowedAddresses: null };
}

function openAccount(
  given: { outlet: EgressOutlet; testUrl: string | null },
  { vendor, accountSid, apiKeySid, key }: Account,
): CarrierVendor {
  if (vendor === 'telnyx') return openTelnyx(given, key);
  const sid = accountSid ?? '';
  return openTwilio(given, { accountSid: sid, user: apiKeySid ?? sid, key });
}
