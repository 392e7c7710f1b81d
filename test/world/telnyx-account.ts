import type { CarrierAccount, CarrierAnswer, CarrierRequest } from './carrier-server.ts';

type Resource = Record<string, unknown> & { id: string };

/** A stub of Telnyx with one account. Shapes and errors are those of its published OpenAPI document. */
export interface TelnyxAccount extends CarrierAccount {
  apiKey: string;
  numbers: Resource[];
  onSale: { phoneNumber: string; monthlyCost: string; needsDocuments: boolean }[];
  /** How often an order is asked for before it succeeds. */
  ordersTake: number;
  orders: Resource[];
  /** The resources by path: outbound_voice_profiles, ip_connections, ips, fqdn_connections, fqdns. */
  resources: Map<string, Resource[]>;
  bought: string[];
  addNumber(phoneNumber: string, fields?: Record<string, unknown>): Resource;
}

const ok = (data: unknown, status = 200): CarrierAnswer => ({ status, body: { data } });
const refused = (status: number, code: string, title: string, detail: string): CarrierAnswer => ({
  status,
  body: {
    errors: [
      { code, title, detail, meta: { url: `https://developers.telnyx.com/docs/overview/errors/${code}` } },
    ],
  },
});
const missing = () =>
  refused(404, '10005', 'Resource not found', 'The requested resource or URL could not be found.');
const unprocessable = (detail: string) => refused(422, '10015', 'Bad Request', detail);

/** The fields that each kind of resource needs. */
const needed: Record<string, string[]> = {
  outbound_voice_profiles: ['name'],
  ip_connections: ['connection_name'],
  ips: ['ip_address'],
  fqdn_connections: ['connection_name'],
  fqdns: ['fqdn', 'dns_record_type', 'connection_id'],
};

export function openTelnyxAccount(): TelnyxAccount {
  let last = 1_293_384_261_075_731_000n;
  const newId = () => String(++last);
  const apiKey = 'KEY0123456789ABCDEF0123456789ABCDEF_secret';
  const account: TelnyxAccount = {
    ...{ domain: '.telnyx.com', answer },
    ...{ apiKey, numbers: [], onSale: [], ordersTake: 1, orders: [], bought: [] },
    resources: new Map(Object.keys(needed).map((kind) => [kind, [] as Resource[]])),
    addNumber(phoneNumber: string, fields: Record<string, unknown> = {}) {
      const number: Resource = {
        ...{ id: newId(), record_type: 'phone_number', phone_number: phoneNumber, country_iso_alpha2: 'US' },
        ...{ status: 'active', connection_id: '', connection_name: '', phone_number_type: 'local' },
        ...fields,
      };
      account.numbers.push(number);
      return number;
    },
  };

  function answer(request: CarrierRequest): CarrierAnswer {
    const { path, host, method, query } = request;
    if (request.authorization !== `Bearer ${apiKey}`) {
      const detail = 'Could not understand the provided credentials.';
      return refused(401, '10009', 'Authentication failed', detail);
    }
    const [, version, kind = '', id] = path.split('/');
    if (host !== 'api.telnyx.com' || version !== 'v2') return missing();
    if (kind === 'phone_numbers') return phoneNumbers(request, id);
    if (kind === 'number_orders') return orders(request, id);
    if (kind === 'available_phone_numbers' && method === 'GET') return available(query);
    return account.resources.has(kind) ? resource(request, kind, id) : missing();
  }

  function available(query: URLSearchParams): CarrierAnswer {
    if (query.get('filter[country_code]') !== 'US') return ok([]);
    const end = query.get('filter[phone_number][ends_with]') ?? '';
    return ok(
      account.onSale
        .filter(({ phoneNumber }) => phoneNumber.endsWith(end))
        .map(({ phoneNumber, monthlyCost }) => ({
          ...{ record_type: 'available_phone_number', phone_number: phoneNumber, best_effort: false },
          region_information: [
            { region_type: 'rate_center', region_name: 'CHICAGO HEIGHTS' },
            { region_type: 'state', region_name: 'IL' },
          ],
          cost_information: { upfront_cost: '3.21', monthly_cost: monthlyCost, currency: 'USD' },
          features: [{ name: 'voice' }],
        })),
    );
  }

  function phoneNumbers({ method, query, body }: CarrierRequest, id: string | undefined): CarrierAnswer {
    if (id === undefined) {
      const wanted = query.get('filter[phone_number]');
      const found = account.numbers.filter((one) => wanted === null || one.phone_number === wanted);
      const meta = { total_pages: 1, total_results: found.length, page_number: 1, page_size: 250 };
      return { status: 200, body: { data: found, meta } };
    }
    const number = account.numbers.find((one) => one.id === id);
    if (!number) return missing();
    if (method === 'DELETE') {
      account.numbers = account.numbers.filter((one) => one !== number);
      return ok({ ...number, status: 'deleted' });
    }
    if (method === 'PATCH' && typeof body.connection_id === 'string') {
      const connection = connections().find((one) => one.id === body.connection_id);
      if (body.connection_id !== '' && !connection) return unprocessable('The connection does not exist.');
      number.connection_id = body.connection_id;
      number.connection_name = connection?.connection_name ?? '';
    }
    return ok(number);
  }

  const connections = () =>
    ['ip_connections', 'fqdn_connections'].flatMap((kind) => account.resources.get(kind)!);

  function orders({ method, query, body }: CarrierRequest, id: string | undefined): CarrierAnswer {
    if (method === 'GET') {
      for (const order of account.orders) progress(order);
      const reference = query.get('filter[customer_reference]');
      const found = account.orders.filter((one) => id === one.id || one.customer_reference === reference);
      return id === undefined ? ok(found) : found[0] ? ok(found[0]) : missing();
    }
    const [wanted] = body.phone_numbers as { phone_number: string }[];
    const offer = account.onSale.find((one) => one.phoneNumber === wanted?.phone_number);
    if (!offer) {
      const detail = 'The phone number is not available for order.';
      return refused(400, '85001', 'Number is not available', detail);
    }
    account.onSale = account.onSale.filter((one) => one !== offer);
    account.bought.push(offer.phoneNumber);
    const order: Resource = {
      ...{ id: newId(), record_type: 'number_order', status: 'pending', phone_numbers_count: 1 },
      customer_reference: body.customer_reference,
      ...{ phone_numbers: [{ phone_number: offer.phoneNumber }], requirements_met: !offer.needsDocuments },
      asked: 0,
    };
    account.orders.push(order);
    return ok({ ...order });
  }

  /** An order takes a while, and the number appears in the account when it succeeds. */
  function progress(order: Resource): void {
    order.asked = Number(order.asked) + 1;
    if (order.status !== 'pending' || order.requirements_met === false) return;
    if (Number(order.asked) < account.ordersTake) return;
    order.status = 'success';
    const [{ phone_number }] = order.phone_numbers as [{ phone_number: string }];
    account.addNumber(phone_number);
  }

  function resource(
    { method, query, body }: CarrierRequest,
    kind: string,
    id: string | undefined,
  ): CarrierAnswer {
    const all = account.resources.get(kind)!;
    if (id === undefined && method === 'GET') {
      const name =
        query.get('filter[name][contains]') ?? query.get('filter[connection_name][contains]') ?? '';
      const connection = query.get('filter[connection_id]');
      return ok(
        all.filter(
          (one) =>
            String(one.name ?? one.connection_name ?? '').includes(name) &&
            (connection === null || one.connection_id === connection),
        ),
      );
    }
    if (id === undefined) {
      const absent = needed[kind]!.find((field) => !body[field]);
      if (absent) return unprocessable(`${absent} is required.`);
      if (kind === 'ips' && all.some((one) => one.ip_address === body.ip_address && one.port === body.port))
        return refused(
          422,
          '10012',
          'Duplicate resource',
          'This IP address is in use by another connection.',
        );
      const made: Resource = { ...body, id: newId(), record_type: kind.slice(0, -1) };
      all.push(made);
      return ok(made, kind === 'outbound_voice_profiles' ? 200 : 201);
    }
    const one = all.find((it) => it.id === id);
    if (!one) return missing();
    if (method === 'PATCH') return ok(Object.assign(one, body));
    if (method !== 'DELETE') return ok(one);
    const isUsed =
      account.numbers.some((number) => number.connection_id === id) ||
      connections().some((it) => (it.outbound as Record<string, unknown>).outbound_voice_profile_id === id);
    if (isUsed)
      return refused(
        422,
        '10021',
        'Resource in use',
        'The resource can not be removed as it is still in use.',
      );
    account.resources.set(
      kind,
      all.filter((it) => it !== one),
    );
    return ok(one);
  }
  return account;
}
