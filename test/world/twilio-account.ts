import type { CarrierAccount, CarrierAnswer, CarrierRequest } from './carrier-server.ts';

/** A resource of Twilio with its fields. */
type Resource = Record<string, unknown> & { sid: string };

/** A stub of Twilio with one account. Shapes and errors are those of its published OpenAPI documents. */
export interface TwilioAccount extends CarrierAccount {
  accountSid: string;
  authToken: string;
  /** The numbers of the account. */
  numbers: Resource[];
  /** The numbers on sale. */
  onSale: { phoneNumber: string; addressRequirements: string }[];
  prices: Record<string, string>;
  trunks: Resource[];
  credentialLists: Resource[];
  /** By the SID of the list. */
  credentials: Map<string, Resource[]>;
  /** By the SID of the trunk. */
  originationUrls: Map<string, Resource[]>;
  mappings: Map<string, Resource[]>;
  /** What was bought, in order. */
  bought: string[];
  addNumber(phoneNumber: string, fields?: Record<string, unknown>): Resource;
}

const hex = (prefix: string, n: number) => `${prefix}${n.toString(16).padStart(32, '0')}`;
const ok = (body: unknown, status = 200): CarrierAnswer => ({ status, body });
const refused = (status: number, code: number, message: string): CarrierAnswer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
const missing = (path: string) => refused(404, 20404, `The requested resource ${path} was not found`);

export function openTwilioAccount(): TwilioAccount {
  const accountSid = hex('AC', 1);
  const authToken = 'the-auth-token-of-the-account-000';
  let last = 1;
  const sid = (prefix: string) => hex(prefix, ++last);
  const account: TwilioAccount = {
    ...{ domain: '.twilio.com', answer },
    ...{ accountSid, authToken, numbers: [], onSale: [], trunks: [], credentialLists: [], bought: [] },
    prices: { local: '1.15', 'toll free': '2.15' },
    credentials: new Map<string, Resource[]>(),
    originationUrls: new Map<string, Resource[]>(),
    mappings: new Map<string, Resource[]>(),
    addNumber(phoneNumber: string, fields: Record<string, unknown> = {}) {
      const number: Resource = {
        ...{ sid: sid('PN'), account_sid: accountSid, phone_number: phoneNumber, friendly_name: phoneNumber },
        ...{ capabilities: { voice: true, sms: true, mms: true, fax: false }, address_requirements: 'none' },
        ...{
          trunk_sid: null,
          voice_application_sid: '',
          voice_url: null,
          status: 'in-use',
          origin: 'twilio',
        },
        ...fields,
      };
      account.numbers.push(number);
      return number;
    },
  };

  function answer(request: CarrierRequest): CarrierAnswer {
    const { path, host } = request;
    const right = `Basic ${Buffer.from(`${accountSid}:${account.authToken}`).toString('base64')}`;
    if (request.authorization !== right) return refused(401, 20003, 'Authenticate');
    if (host === 'pricing.twilio.com') return pricing(path);
    if (host === 'trunking.twilio.com') return trunking(request);
    const own = `/2010-04-01/Accounts/${accountSid}/`;
    if (host !== 'api.twilio.com' || !path.startsWith(own) || !path.endsWith('.json')) return missing(path);
    return resourceOf(request, path.slice(own.length, -'.json'.length).split('/'));
  }

  function pricing(path: string): CarrierAnswer {
    if (path !== '/v1/PhoneNumbers/Countries/US') return missing(path);
    const phone_number_prices = Object.entries(account.prices).map(([number_type, price]) => ({
      ...{ number_type, base_price: price, current_price: price },
    }));
    return ok({ country: 'United States', iso_country: 'US', price_unit: 'USD', phone_number_prices });
  }

  function resourceOf(request: CarrierRequest, [resource, ...rest]: string[]): CarrierAnswer {
    if (resource === 'IncomingPhoneNumbers') return incoming(request, rest[0]);
    if (resource === 'AvailablePhoneNumbers') {
      if (rest.join('/') !== 'US/Local') return missing(request.path);
      return ok({
        available_phone_numbers: account.onSale.map(({ phoneNumber, addressRequirements }) => ({
          ...{ phone_number: phoneNumber, iso_country: 'US', locality: 'Hilo', region: 'HI', beta: false },
          ...{ address_requirements: addressRequirements, capabilities: { voice: true, sms: true } },
        })),
      });
    }
    if (resource === 'SIP' && rest[0] === 'CredentialLists') return lists(request, rest.slice(1));
    return missing(request.path);
  }

  function incoming({ method, path, body, query }: CarrierRequest, id: string | undefined): CarrierAnswer {
    if (id === undefined && method === 'GET') {
      const wanted = query.get('PhoneNumber');
      const found = account.numbers.filter((one) => wanted === null || one.phone_number === wanted);
      return ok({ incoming_phone_numbers: found, page: 0, next_page_uri: null });
    }
    if (id === undefined) return buy(String(body.PhoneNumber ?? ''), body);
    const number = account.numbers.find((one) => one.sid === id);
    if (!number) return missing(path);
    if (method === 'GET') return ok(number);
    if (method === 'DELETE') {
      account.numbers = account.numbers.filter((one) => one !== number);
      return { status: 204 };
    }
    // A trunk and an application exclude each other.
    if (body.TrunkSid) {
      if (!account.trunks.some((one) => one.sid === body.TrunkSid))
        return refused(400, 21601, 'Trunk not found');
      Object.assign(number, { trunk_sid: body.TrunkSid, voice_application_sid: '' });
    }
    if (body.VoiceApplicationSid) {
      Object.assign(number, { voice_application_sid: body.VoiceApplicationSid, trunk_sid: null });
    }
    return ok(number);
  }

  function buy(phoneNumber: string, body: Record<string, unknown>): CarrierAnswer {
    const offer = account.onSale.find((one) => one.phoneNumber === phoneNumber);
    if (!offer) return refused(400, 21422, `PhoneNumber ${phoneNumber} is not available`);
    if (offer.addressRequirements !== 'none') {
      const message = "Phone Number Requires an Address but the 'AddressSid' parameter was empty.";
      return refused(400, 21631, message);
    }
    account.onSale = account.onSale.filter((one) => one !== offer);
    account.bought.push(phoneNumber);
    return ok(account.addNumber(phoneNumber, { friendly_name: body.FriendlyName ?? phoneNumber }), 201);
  }

  function lists({ method, path, body }: CarrierRequest, [id, under]: string[]): CarrierAnswer {
    if (id === undefined) {
      if (method === 'GET') return ok({ credential_lists: account.credentialLists, next_page_uri: null });
      if (!body.FriendlyName) return refused(400, 21225, 'FriendlyName is required');
      const list = { sid: sid('CL'), account_sid: accountSid, friendly_name: body.FriendlyName };
      account.credentialLists.push(list);
      return ok(list, 201);
    }
    const list = account.credentialLists.find((one) => one.sid === id);
    if (!list) return missing(path);
    if (under === 'Credentials') {
      const of = account.credentials.get(id) ?? [];
      if (method === 'GET') return ok({ credentials: of });
      const password = String(body.Password ?? '');
      if (!/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{12,}$/.test(password))
        return refused(400, 21232, 'Password is too weak');
      const credential = { sid: sid('CR'), username: body.Username, password };
      account.credentials.set(id, [...of, credential]);
      return ok({ ...credential, password: undefined }, 201);
    }
    if (method !== 'DELETE') return ok(list);
    const isMapped = [...account.mappings.values()].flat().some((one) => one.sid === id);
    if (isMapped) return refused(409, 21236, 'The credential list is used by a trunk');
    account.credentialLists = account.credentialLists.filter((one) => one !== list);
    account.credentials.delete(id);
    return { status: 204 };
  }

  function trunking({ method, path, body }: CarrierRequest): CarrierAnswer {
    const [, version, resource, id, under, member] = path.split('/');
    if (version !== 'v1' || resource !== 'Trunks') return missing(path);
    if (id === undefined) {
      if (method === 'GET')
        return ok({ trunks: account.trunks, meta: { key: 'trunks', next_page_url: null } });
      const domain = String(body.DomainName ?? '');
      if (
        !/^[a-z0-9-]+\.pstn\.twilio\.com$/.test(domain) ||
        account.trunks.some((one) => one.domain_name === domain)
      )
        return refused(400, 21248, 'Domain name is invalid or taken');
      const trunk = { sid: sid('TK'), friendly_name: body.FriendlyName, domain_name: domain, secure: false };
      account.trunks.push(trunk);
      return ok(trunk, 201);
    }
    const trunk = account.trunks.find((one) => one.sid === id);
    if (!trunk) return missing(path);
    if (under === 'OriginationUrls') return membersIn(account.originationUrls, 'origination_urls', 'OU');
    if (under === 'CredentialLists') return membersIn(account.mappings, 'credential_lists', 'CL');
    if (under === 'PhoneNumbers' && method === 'DELETE') {
      const number = account.numbers.find((one) => one.sid === member && one.trunk_sid === id);
      if (!number) return missing(path);
      number.trunk_sid = null;
      return { status: 204 };
    }
    if (method !== 'DELETE') return ok(trunk);
    account.trunks = account.trunks.filter((one) => one !== trunk);
    for (const members of [account.originationUrls, account.mappings]) members.delete(id);
    for (const number of account.numbers) if (number.trunk_sid === id) number.trunk_sid = null;
    return { status: 204 };

    function membersIn(all: Map<string, Resource[]>, key: string, prefix: string): CarrierAnswer {
      const of = all.get(id!) ?? [];
      if (method === 'GET') return ok({ [key]: of });
      const needed =
        prefix === 'CL' ? ['CredentialListSid'] : ['Weight', 'Priority', 'Enabled', 'FriendlyName', 'SipUrl'];
      const absent = needed.find((name) => !body[name]);
      if (absent) return refused(400, 20001, `Missing required parameter ${absent} in the post body`);
      const made: Resource = {
        sid: prefix === 'CL' ? String(body.CredentialListSid) : sid(prefix),
        ...(prefix === 'CL' ? {} : { sip_url: body.SipUrl, enabled: true }),
      };
      all.set(id!, [...of, made]);
      return ok(made, 201);
    }
  }
  return account;
}
