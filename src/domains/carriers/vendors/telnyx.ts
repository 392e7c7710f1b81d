import { countryCandidates } from '../../../platform/kernel/index.ts';
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
import { type TelnyxAccount, telnyxApi } from './telnyx-account.ts';
import { telnyxSteps } from './telnyx-steps.ts';
import type { CarrierVendor } from './vendor.ts';

const pageSize = 250;
const pagesMax = 8;
const shownMax = 30;

/** Where calls come from: the United States and Europe. See docs/carriers.md. */
const signalling = ['192.76.120.10', '64.16.250.10', '185.246.41.140', '185.246.41.141'];

/** Opens an account at Telnyx. */
export function openTelnyx(
  given: Pick<VendorRequestsOptions, 'outlet' | 'testUrl'>,
  key: string,
): CarrierVendor {
  const requests = new VendorRequests({
    ...given,
    authorization: `Bearer ${key}`,
    refusalOf: telnyxRefusal,
  });
  const number: TelnyxAccount['number'] = async (phoneNumber) => {
    const query = { 'filter[phone_number]': phoneNumber };
    const found = await requests.get(telnyxApi, '/v2/phone_numbers', query);
    return listIn(found, 'data').find((one) => one.phone_number === phoneNumber) ?? null;
  };
  const offer: TelnyxAccount['offer'] = async (phoneNumber) => {
    const found = await onSale(requests, countryCandidates(phoneNumber)[0] ?? 'US', {
      // The last digits: the filter knows numbers without their country code.
      'filter[phone_number][ends_with]': phoneNumber.slice(-7),
    });
    return found.find((one) => one.phoneNumber === phoneNumber) ?? null;
  };
  return {
    ...telnyxSteps({ requests, number, offer }),
    async check() {
      await requests.get(telnyxApi, '/v2/phone_numbers', { 'page[size]': '1' });
    },
    owned: () => ownedNumbers(requests),
    available: (country, areaCode) =>
      onSale(requests, country, { 'filter[national_destination_code]': areaCode }),
    trunk: () => ({
      host: 'sip.telnyx.com',
      port: null,
      username: null,
      password: null,
      allowedAddresses: signalling,
      maxCallsPerSecond: 20,
    }),
  };
}

async function ownedNumbers(requests: VendorRequests) {
  const owned: { phoneNumber: string; usedBy: string | null }[] = [];
  for (let page = 1; page <= pagesMax; page++) {
    const query = { 'page[size]': String(pageSize), 'page[number]': String(page) };
    const answer = await requests.get(telnyxApi, '/v2/phone_numbers', query);
    const found = listIn(answer, 'data');
    for (const one of found) {
      const phoneNumber = textIn(one, 'phone_number');
      if (phoneNumber !== null && one.status !== 'deleted') owned.push({ phoneNumber, usedBy: userOf(one) });
    }
    const { total_pages: pages } = (answer.meta ?? {}) as { total_pages?: number };
    if (page >= (pages ?? 1)) break;
  }
  return owned;
}

/** Returns what takes the calls of a number at Telnyx, or null. */
function userOf(number: Record<string, unknown>): string | null {
  const connection = textIn(number, 'connection_name') ?? textIn(number, 'connection_id');
  return connection && `connection ${connection}`;
}

async function onSale(
  requests: VendorRequests,
  country: string,
  filters: Record<string, string | undefined>,
): Promise<CarrierNumberList['available']> {
  const query = {
    'filter[country_code]': country,
    'filter[features][]': 'voice',
    'filter[limit]': String(shownMax),
    ...filters,
  };
  const answer = await requests.find(telnyxApi, '/v2/available_phone_numbers', query);
  return listIn(answer ?? {}, 'data').map((one) => {
    const cost = (one.cost_information ?? {}) as Record<string, unknown>;
    const regions = listIn(one, 'region_information');
    const names = ['rate_center', 'location', 'state'].map((type) =>
      textIn(
        regions.find((region) => region.region_type === type),
        'region_name',
      ),
    );
    return {
      phoneNumber: idIn(one, 'phone_number'),
      place: names.filter((name) => name !== null).join(', ') || null,
      monthlyPrice: textIn(cost, 'monthly_cost'),
      setupPrice: textIn(cost, 'upfront_cost'),
      currency: textIn(cost, 'currency'),
      // Telnyx says it with the order.
      needsDocuments: false,
    };
  });
}

/** Reads an error of Telnyx: `{"errors": [{"code": "10009", "title": "…", "detail": "…"}]}`. */
function telnyxRefusal(status: number, body: unknown): CarrierRefusal {
  const [error] = listIn((body ?? {}) as Record<string, unknown>, 'errors');
  const code = String(error?.code ?? '');
  const said = [textIn(error, 'title'), textIn(error, 'detail')].filter((part) => part !== null).join(': ');
  const words = said === '' ? null : `${said}${code === '' ? '' : ` (error ${code})`}`;
  if (/trial|level [12] verif|account (?:level|verification)/i.test(said))
    return new CarrierRefusal('trial-account', words);
  if (status === 402 || /insufficient|balance|funds|credit/i.test(said))
    return new CarrierRefusal('no-money', words);
  const general = refusalByStatus(status, words);
  if (general) return general;
  if (/requirement|regulat|document/i.test(said)) return new CarrierRefusal('documents-needed', words);
  if (/not (?:available|found)|no longer/i.test(said)) return new CarrierRefusal('number-gone', words);
  return new CarrierRefusal(code === '10021' ? 'in-use' : 'refused', words);
}
