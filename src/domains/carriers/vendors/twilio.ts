import { countryCandidates, describePhoneNumber } from '../../../platform/kernel/index.ts';
import { CarrierRefusal } from '../refusal.ts';
import type { CarrierNumberList } from '../schemas.ts';
import {
  idIn,
  listIn,
  refusalByStatus,
  textIn,
  VendorRequests,
  type VendorRequestsOptions,
} from './requests.ts';
import { type TwilioAccount, twilioApi, twilioDomain } from './twilio-account.ts';
import { twilioSteps } from './twilio-steps.ts';
import type { CarrierVendor, StepContext } from './vendor.ts';

const pricing = 'pricing.twilio.com';
const pageSize = 200;
const pagesMax = 10;
const shownMax = 30;

/**
 * Where calls come from, by region: Virginia, Oregon, Ireland, Frankfurt, Tokyo, Singapore, Sydney, São Paulo. See
 * docs/carriers.md.
 */
const signalling = [
  ...['54.172.60.0/30', '54.244.51.0/30', '54.171.127.192/30', '35.156.191.128/30'],
  ...['54.65.63.192/30', '54.169.127.128/30', '54.252.254.64/30', '177.71.206.192/30'],
];

/** Opens an account at Twilio. `user` is the SID of an API key, or that of the account with its auth token. */
export function openTwilio(
  given: Pick<VendorRequestsOptions, 'outlet' | 'testUrl'>,
  { accountSid, user, key }: { accountSid: string; user: string; key: string },
): CarrierVendor {
  const authorization = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
  const requests = new VendorRequests({ ...given, authorization, refusalOf: twilioRefusal });
  const path = (resource: string) => `/2010-04-01/Accounts/${accountSid}/${resource}.json`;
  const number = async (phoneNumber: string) => {
    const found = await requests.get(twilioApi, path('IncomingPhoneNumbers'), { PhoneNumber: phoneNumber });
    const numbers = listIn(found, 'incoming_phone_numbers');
    return numbers.find((one) => one.phone_number === phoneNumber) ?? null;
  };
  const prices = (country: string) => monthlyPrices(requests, country);
  const priceOf = async (phoneNumber: string) =>
    (await prices(countryCandidates(phoneNumber)[0] ?? 'US')).of(phoneNumber);
  const account: TwilioAccount = { requests, path, number, priceOf };
  return {
    ...twilioSteps(account),
    async check() {
      await requests.get(twilioApi, path('IncomingPhoneNumbers'), { PageSize: '1' });
    },
    owned: () => ownedNumbers(account),
    available: async (country, areaCode) => {
      const query = { VoiceEnabled: 'true', PageSize: String(shownMax), AreaCode: areaCode };
      const resource = `AvailablePhoneNumbers/${country}`;
      const local = await requests.find(twilioApi, path(`${resource}/Local`), query);
      const found = local ?? (await requests.find(twilioApi, path(`${resource}/Mobile`), query));
      const { of, currency } = await prices(country);
      return listIn(found ?? {}, 'available_phone_numbers').map((one) => shownNumber(one, of, currency));
    },
    trunk: ({ tag, sipPassword }: StepContext) => ({
      host: twilioDomain(tag),
      port: 5060,
      username: tag,
      password: sipPassword,
      allowedAddresses: signalling,
      maxCallsPerSecond: 1,
    }),
  };
}

async function ownedNumbers({ requests, path }: TwilioAccount) {
  const owned: { phoneNumber: string; usedBy: string | null }[] = [];
  let query: Record<string, string> | null = { PageSize: String(pageSize) };
  for (let page = 0; query !== null && page < pagesMax; page++) {
    const answer: Record<string, unknown> = await requests.get(
      twilioApi,
      path('IncomingPhoneNumbers'),
      query,
    );
    for (const one of listIn(answer, 'incoming_phone_numbers')) {
      const { voice } = (one.capabilities ?? {}) as { voice?: boolean };
      const phoneNumber = textIn(one, 'phone_number');
      if (phoneNumber !== null && voice !== false) owned.push({ phoneNumber, usedBy: userOf(one) });
    }
    const next = textIn(answer, 'next_page_uri');
    query = next === null ? null : Object.fromEntries(new URL(next, 'https://api.twilio.com').searchParams);
  }
  return owned;
}

/** Returns what takes the calls of a number at Twilio, or null. */
function userOf(number: Record<string, unknown>): string | null {
  const trunk = textIn(number, 'trunk_sid');
  if (trunk !== null) return `trunk ${trunk}`;
  const application = textIn(number, 'voice_application_sid');
  return application === null ? textIn(number, 'voice_url') : `application ${application}`;
}

function shownNumber(
  one: Record<string, unknown>,
  priceOf: (phoneNumber: string) => string | null,
  currency: string | null,
): CarrierNumberList['available'][number] {
  const phoneNumber = idIn(one, 'phone_number');
  const parts = [textIn(one, 'locality'), textIn(one, 'region')].filter((part) => part !== null);
  return {
    phoneNumber,
    place: parts.join(', ') || null,
    monthlyPrice: priceOf(phoneNumber),
    setupPrice: null,
    currency,
    needsDocuments: (textIn(one, 'address_requirements') ?? 'none') !== 'none',
  };
}

async function monthlyPrices(requests: VendorRequests, country: string) {
  const answer = await requests.find(pricing, `/v1/PhoneNumbers/Countries/${country}`);
  const prices = listIn(answer ?? {}, 'phone_number_prices');
  const priceOf = (type: string) =>
    textIn(
      prices.find((one) => one.number_type === type),
      'current_price',
    );
  const of = (phoneNumber: string) => {
    const { type } = describePhoneNumber(phoneNumber);
    if (type === 'toll-free') return priceOf('toll free');
    return priceOf(type === 'mobile' ? 'mobile' : 'local');
  };
  return { of, currency: textIn(answer ?? {}, 'price_unit') };
}

/** Reads an error of Twilio: `{"code": 20003, "message": "…", "status": 401}`. */
function twilioRefusal(status: number, body: unknown): CarrierRefusal {
  const { code, message } = (body ?? {}) as { code?: number; message?: string };
  const words = message === undefined ? null : `${message}${code === undefined ? '' : ` (error ${code})`}`;
  if (/trial/i.test(message ?? '')) return new CarrierRefusal('trial-account', words);
  const general = refusalByStatus(status, words);
  if (general) return general;
  if (/bundle|address|identity|regulat/i.test(message ?? ''))
    return new CarrierRefusal('documents-needed', words);
  if (/fund|balance|credit/i.test(message ?? '')) return new CarrierRefusal('no-money', words);
  return new CarrierRefusal(code === 21422 ? 'number-gone' : 'refused', words);
}
