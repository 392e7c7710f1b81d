import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { readIntactAuditLog } from '../../../test/world/audit-chain.ts';
import { type CarrierServer, startCarrierServer } from '../../../test/world/carrier-server.ts';
import { openTelnyxAccount } from '../../../test/world/telnyx-account.ts';
import { openTwilioAccount } from '../../../test/world/twilio-account.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { Egress } from '../../platform/egress/index.ts';
import { asking } from './account.ts';
import type { CarrierConnection, CarrierStep } from './schemas.ts';
import { openVendor } from './vendors/open-vendor.ts';
import type { StepContext } from './vendors/vendor.ts';

const path = '/api/carrier-connections';
const garble = statement(
  'test.carriers.garble',
  `update carrier_connections set sealed_secrets = set_byte(sealed_secrets, octet_length(sealed_secrets) - 1,
     get_byte(sealed_secrets, octet_length(sealed_secrets) - 1) # 255)
   where carrier_connection_id = $1`,
);
const own = { publicAddress: '8.8.4.4', sipHost: '0.0.0.0', sipPort: 5070 };
const setup = ['credential-list', 'credential', 'vendor-trunk', 'origination', 'credential-mapping', 'trunk'];

const twilio = openTwilioAccount();
const telnyx = openTelnyxAccount();
let server: CarrierServer;
let world: ApiWorld;
let lastNumber = 0;
beforeAll(async () => {
  server = await startCarrierServer(twilio, telnyx);
  world = await createApiWorld({
    egressAllow: ['127.0.0.0/8'],
    // A run goes on when it is woken, and at the latest after this time.
    carriers: { testUrl: server.url, own, pollMs: 50, retrySeconds: 0.05 },
  });
});
afterAll(async () => {
  await world?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  server.before = async () => {};
  twilio.bought.length = 0;
  twilio.prices = { local: '1.15', 'toll free': '2.15' };
});
afterEach(async () => {
  // No run of a test goes on during the next one.
  await settled(() => true);
});

const newNumber = () => `+1808925${String(1000 + lastNumber++)}`;
const onSale = (addressRequirements = 'none') => {
  const phoneNumber = newNumber();
  twilio.onSale.push({ phoneNumber, addressRequirements });
  return phoneNumber;
};
const given = () => ({ vendor: 'twilio' as const, accountSid: twilio.accountSid, secret: twilio.authToken });
/** Returns the trunk of a connection to the vendor itself. */
const trunkOf = async (vendor: 'twilio' | 'telnyx', context: Partial<StepContext>) => {
  await using egress = new Egress({ allow: [] });
  const account = { vendor, accountSid: null, apiKeySid: null, key: 'k' };
  const outlet = egress.of(world.owner.organizationId, 'carriers');
  return openVendor({ outlet, testUrl: null }, account).trunk(context as StepContext);
};
const post = (to: string, body?: unknown) => world.request('POST', `${path}${to}`, { body });
const create = async (body: Record<string, unknown> = {}): Promise<string> => {
  const answer = await post('', { ...given(), ...body });
  expect(answer.text).toContain('carrierConnectionId');
  return answer.body.carrierConnectionId;
};
const read = async (id: string): Promise<CarrierConnection> =>
  (await world.request('GET', `${path}/${id}`)).body;
const all = async (): Promise<CarrierConnection[]> =>
  (await world.request('GET', `${path}?pageSize=100`)).body.carrierConnections;
const isAtRest = ({ state, problem }: CarrierConnection) =>
  problem !== null || state === 'ready' || state === 'connected';
const settled = (one: (connection: CarrierConnection) => boolean) =>
  expect
    .poll(async () => (await all()).filter(one).every(isAtRest), { timeout: 20_000, interval: 20 })
    .toBe(true);
const ended = async (id: string) => {
  await settled(({ carrierConnectionId }) => carrierConnectionId === id);
  return read(id);
};
const run = async (id: string, verb: string, body?: unknown) => {
  const answer = await post(`/${id}/${verb}`, body);
  expect(answer.status, answer.text).toBe(202);
  return ended(id);
};
const buying = (phoneNumber: string, monthlyPrice: string | null = '1.15') => ({
  phoneNumber,
  buy: { monthlyPrice },
});
const states = ({ steps }: { steps: CarrierStep[] }) => steps.map(({ kind, state }) => `${kind} ${state}`);
const trunkNamed = (id: string) => twilio.trunks.find((one) => one.friendly_name === `Parley ${id}`);
const phoneNumbers = async (trunkId: string) =>
  (await world.request('GET', `/api/phone-numbers?trunkId=${trunkId}`)).body.phoneNumbers;
describe('a connection', () => {
  it('is stored with an accepted key, which is never shown again', async () => {
    const { status, body, text } = await post('', { ...given(), name: ' Numbers ' });
    expect([status, body.name, body.state, body.sipAddress]).toEqual([
      201,
      'Numbers',
      'ready',
      '8.8.4.4:5070',
    ]);
    expect(body).toMatchObject({ lastFour: '-000', problem: null, trunkId: null, steps: [] });
    expect(text + JSON.stringify(await all())).not.toContain(twilio.authToken);
    expect((await world.request('DELETE', `${path}/${body.carrierConnectionId}`)).status).toBe(204);
  });

  it.each([
    [{ secret: 'a-wrong-auth-token' }, 'secret', /does not accept the key.*Authenticate \(error 20003\)/],
    [{ accountSid: null }, 'accountSid', /is required for Twilio/],
    [{ accountSid: 'AC1' }, 'accountSid', /32 hexadecimal digits/],
    [{ sipAddress: '10.0.0.7' }, 'sipAddress', /must be a public address/],
    [{ sipAddress: 'sip:203.0.113.7' }, 'sipAddress', /must be a host and a port/],
    [{ vendor: 'vonage' }, 'vendor', /twilio/],
  ])('is refused for %j', async (wrong, field, message) => {
    const { status, body } = await post('', { ...given(), ...wrong });
    expect([status, body.details[0].field]).toEqual([400, field]);
    expect(body.details[0].message).toMatch(message);
  });

  it('names the settings when they forbid the test server, without words of the vendor', async () => {
    await using egress = new Egress({ allow: [] });
    const outlet = egress.of(world.owner.organizationId, 'carriers');
    const account = openVendor({ outlet, testUrl: server.url }, { ...given(), apiKeySid: null, key: 'k' });
    const error = await asking('twilio', () => account.check()).catch((error: unknown) => error);
    expect(error).toMatchObject({ status: 409, code: 'carrier.unreachable' });
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^PARLEY_CARRIER_TEST_URL leads to 127.*PARLEY_EGRESS_ALLOW does not allow: 127.0.0.1 is not/,
      ),
    });
  });

  it('is refused without a public address, and by roles that may not store keys', async () => {
    const before = own.publicAddress;
    own.publicAddress = '192.168.1.7';
    const { body } = await post('', given());
    own.publicAddress = before;
    expect(body.details[0]).toMatchObject({
      field: 'sipAddress',
      message: expect.stringMatching(/PARLEY_PUBLIC_ADDRESS/),
    });
    const claims = { ...world.owner, scopes: [...scopesOfRole['Agent Manager']], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    expect((await world.request('POST', path, { body: given(), key })).status).toBe(403);
  });
});

describe('the numbers', () => {
  it('are listed with their use, their price and what they need', async () => {
    const [owned, used, free, papers] = [newNumber(), newNumber(), onSale(), onSale('local')];
    twilio.addNumber(owned);
    twilio.addNumber(used, { voice_url: 'https://example.com/voice' });
    twilio.addNumber(newNumber(), { capabilities: { voice: false, sms: true } });
    const id = await create();
    const { body } = await world.request('GET', `${path}/${id}/numbers?country=us&areaCode=808`);
    expect(body.owned).toContainEqual({ phoneNumber: owned, usedBy: null, isHere: false });
    expect(body.owned).toContainEqual({
      phoneNumber: used,
      usedBy: 'https://example.com/voice',
      isHere: false,
    });
    const listed = { place: 'Hilo, HI', monthlyPrice: '1.15', setupPrice: null, currency: 'USD' };
    expect(body.available).toContainEqual({ ...listed, phoneNumber: free, needsDocuments: false });
    expect(body.available).toContainEqual({ ...listed, phoneNumber: papers, needsDocuments: true });
    expect((await world.request('GET', `${path}/${id}/numbers`)).body.available).toEqual([]);
    const wrong = await world.request('GET', `${path}/${id}/numbers?country=XX`);
    expect(wrong.body.details[0].field).toBe('country');
  });
});

/** What is in the account, and here. Resources that others made are in it, too. */
const everything = async () => {
  const { numbers, trunks, credentialLists, credentials, originationUrls, mappings } = twilio;
  const [here, own] = await Promise.all(
    ['/api/trunks', '/api/phone-numbers'].map((at) => world.request('GET', at)),
  );
  return structuredClone({
    ...{ numbers, trunks, credentialLists, credentials, originationUrls, mappings },
    ...{ here: here!.body.trunks, own: own!.body.phoneNumbers },
  });
};

describe('connecting', () => {
  it('makes trunk and numbers at the vendor and here, and disconnecting undoes exactly that', async () => {
    const [owned, bought] = [newNumber(), onSale()];
    const number = twilio.addNumber(owned, { voice_application_sid: `AP${'a'.repeat(32)}` });
    const foreign = twilio.addNumber(newNumber(), { trunk_sid: `TK${'b'.repeat(32)}` });
    const { agentId } = (
      await world.request('POST', '/api/agents', { body: { name: 'Ada', prompt: 'Talk.' } })
    ).body;
    const before = await everything();
    const id = await create();
    const numbers = [{ phoneNumber: owned }, buying(bought)];
    const made = await run(id, 'connect', { numbers, inboundAgentId: agentId });
    expect(made.problem).toBeNull();
    expect([made.state, ...states(made)]).toEqual([
      'connected',
      ...setup.map((kind) => `${kind} done`),
      ...['assign done', 'number done', 'buy done', 'assign done', 'number done'],
    ]);
    const trunk = trunkNamed(id)!;
    const { host, port, username, allowedAddresses, maxCallsPerSecond } = (
      await world.request('GET', `/api/trunks/${made.trunkId}`)
    ).body;
    // Calls go to the server of the test, too.
    expect([`http://${host}:${port - 1}`, maxCallsPerSecond, allowedAddresses]).toEqual([
      server.url,
      1,
      null,
    ]);
    const { host: domain, allowedAddresses: sources } = await trunkOf('twilio', { tag: username });
    expect(domain).toBe(trunk.domain_name);
    expect(sources).toContain('54.172.60.0/30');
    expect(twilio.originationUrls.get(trunk.sid)).toMatchObject([
      { sip_url: 'sip:8.8.4.4:5070', enabled: true },
    ]);
    const [list] = twilio.mappings.get(trunk.sid)!;
    expect(twilio.credentials.get(list!.sid)).toMatchObject([{ username }]);
    expect(number.trunk_sid).toBe(trunk.sid);
    expect(await phoneNumbers(made.trunkId!)).toMatchObject([
      { phoneNumber: bought, inboundAgentId: agentId, trunkId: made.trunkId },
      { phoneNumber: owned, inboundAgentId: agentId, trunkId: made.trunkId },
    ]);
    expect((await world.request('DELETE', `${path}/${id}`)).body.code).toBe('carrier_connection.in_use');

    const undone = await run(id, 'disconnect', {});
    expect([undone.state, undone.trunkId]).toEqual(['ready', null]);
    expect(states(undone).filter((state) => !state.endsWith(' undone'))).toEqual(['buy kept']);
    const after = await everything();
    expect(after.numbers.filter((one) => one.phone_number !== bought)).toEqual(before.numbers);
    expect({ ...after, numbers: [] }).toEqual({ ...before, numbers: [] });
    expect(foreign.trunk_sid).toBe(`TK${'b'.repeat(32)}`);

    expect((await run(id, 'disconnect', { releaseNumbers: true })).state).toBe('ready');
    expect(await everything()).toEqual(before);
    const log = (await readIntactAuditLog(world.db)).filter((one) => one.resourceReferenceId === id);
    expect(log.map((one) => [one.actionVerb, one.resourceLabel])).toEqual([
      ...[
        ['created', 'Twilio'],
        ['started', 'Twilio'],
        ['created', `${bought} bought at Twilio`],
      ],
      ...[
        ['ended', 'Twilio'],
        ['ended', 'Twilio'],
        ['deleted', `${bought} given back to Twilio`],
      ],
    ]);
  });

  it('adds numbers later, and takes over numbers that are here already', async () => {
    const [first, second] = [newNumber(), newNumber()];
    for (const one of [first, second]) twilio.addNumber(one);
    const { trunkId } = (
      await world.request('POST', '/api/trunks', { body: { name: 'Old', host: '8.8.8.8' } })
    ).body;
    await world.request('POST', '/api/phone-numbers', { body: { phoneNumber: second, trunkId } });
    const id = await create();
    const made = await run(id, 'connect', { numbers: [{ phoneNumber: first }] });
    const more = await run(id, 'connect', { numbers: [{ phoneNumber: second }] });
    expect([more.state, more.trunkId]).toEqual(['connected', made.trunkId]);
    expect(twilio.trunks.filter((one) => one.friendly_name === `Parley ${id}`)).toHaveLength(1);
    expect(await phoneNumbers(made.trunkId!)).toHaveLength(2);
    await run(id, 'disconnect', {});
    expect(await phoneNumbers(trunkId)).toMatchObject([{ phoneNumber: second }]);
    expect(
      (await world.request('GET', `/api/phone-numbers?search=${encodeURIComponent(first)}`)).body
        .phoneNumbers,
    ).toEqual([]);
  });

  it('leaves alone what others changed since', async () => {
    const phoneNumber = newNumber();
    const number = twilio.addNumber(phoneNumber);
    const id = await create();
    const made = await run(id, 'connect', { numbers: [{ phoneNumber }] });
    number.trunk_sid = `TK${'c'.repeat(32)}`;
    const [{ phoneNumberId }] = await phoneNumbers(made.trunkId!);
    const body = { name: 'Other', host: '8.8.8.8' };
    const { trunkId } = (await world.request('POST', '/api/trunks', { body })).body;
    await world.request('PATCH', `/api/phone-numbers/${phoneNumberId}`, { body: { trunkId } });
    const undone = await run(id, 'disconnect', {});
    expect(states(undone).slice(-2)).toEqual(['assign kept', 'number kept']);
    expect(number.trunk_sid).toBe(`TK${'c'.repeat(32)}`);
    expect(await phoneNumbers(trunkId)).toHaveLength(1);
    expect(trunkNamed(id)).toBeUndefined();
  });

  it('names the field of a wrong order, and changes nothing', async () => {
    const id = await create();
    const phoneNumber = newNumber();
    const connect = (body: unknown) => post(`/${id}/connect`, body);
    for (const [body, field] of [
      [{ numbers: [] }, 'numbers'],
      [{ numbers: [{ phoneNumber: '0808' }] }, 'numbers.0.phoneNumber'],
      [{ numbers: [{ phoneNumber }, { phoneNumber }] }, 'numbers'],
      [{ numbers: [{ phoneNumber }], inboundAgentId: 'agent_x' }, 'inboundAgentId'],
    ] as const) {
      const answer = await connect(body);
      expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    }
    expect((await post(`/${id}/resume`)).body.code).toBe('carrier_connection.not_stopped');
    expect(await read(id)).toMatchObject({ state: 'ready', steps: [] });
    expect((await post('/carrier_x/connect', { numbers: [{ phoneNumber }] })).status).toBe(404);
  });
});

describe('a run', () => {
  it('looks up what it sent when the answer is lost, and makes nothing twice', {
    timeout: 60_000,
  }, async () => {
    const phoneNumber = onSale();
    const lost = new Set<string>();
    // The answer to the first request of each kind gets lost, when the request has been carried out.
    server.before = async ({ method, path: at }) => {
      const kind = at.replaceAll(/[A-Z]{2}[0-9a-f]{32}/g, '{sid}');
      if (method === 'GET' || lost.has(`${method} ${kind}`)) return;
      lost.add(`${method} ${kind}`);
      return 'lost';
    };
    const id = await create();
    const made = await run(id, 'connect', { numbers: [buying(phoneNumber)] });
    expect([made.state, made.problem]).toEqual(['connected', null]);
    expect(lost.size).toBe(7);
    expect(twilio.bought).toEqual([phoneNumber]);
    const label = `Parley ${id}`;
    expect(twilio.trunks.filter((one) => one.friendly_name === label)).toHaveLength(1);
    expect(twilio.credentialLists.filter((one) => one.friendly_name === label)).toHaveLength(1);
    const trunk = trunkNamed(id)!;
    expect(twilio.originationUrls.get(trunk.sid)).toHaveLength(1);
    expect(twilio.mappings.get(trunk.sid)).toHaveLength(1);
    const undone = await run(id, 'disconnect', { releaseNumbers: true });
    expect(new Set(undone.steps.map(({ state }) => state))).toEqual(new Set(['undone']));
    expect(trunkNamed(id)).toBeUndefined();
    expect(twilio.credentialLists.filter((one) => one.friendly_name === label)).toEqual([]);
  });

  it.each([
    [401, { code: 20003, message: 'Authenticate' }, 'wrong-key', /Copy it again/],
    [403, { code: 20403, message: 'Forbidden' }, 'no-permission', /all rights/],
    [
      400,
      { code: 21404, message: 'Trial accounts may have one number.' },
      'trial-account',
      /Upgrade the account/,
    ],
    [400, { code: 21649, message: 'Bundle status is not twilio-approved' }, 'documents-needed', /approve/],
    [400, { code: 21422, message: 'PhoneNumber is not available' }, 'number-gone', /Choose another/],
  ])('stops at %i with what to do, and goes on when that is done', async (status, error, reason, message) => {
    const phoneNumber = onSale();
    const id = await create();
    server.before = async ({ method, path: at }) =>
      method === 'POST' && at.endsWith('IncomingPhoneNumbers.json')
        ? { status, body: { ...error, status } }
        : undefined;
    const stopped = await run(id, 'connect', { numbers: [buying(phoneNumber)] });
    expect(stopped).toMatchObject({ state: 'connecting', problem: { reason, kind: 'buy', phoneNumber } });
    expect(stopped.problem?.message).toMatch(message);
    expect(stopped.problem?.vendorMessage).toBe(`${error.message} (error ${error.code})`);
    server.before = async () => {};
    expect(await run(id, 'resume')).toMatchObject({ state: 'connected', problem: null });
    expect(twilio.bought).toEqual([phoneNumber]);
    expect((await run(id, 'disconnect', {})).state).toBe('ready');
  });

  it('buys nothing at another price, and nothing that the account has', async () => {
    const [dear, taken, other] = [onSale(), onSale(), newNumber()];
    const id = await create();
    const reasonFor = async (phoneNumber: string) =>
      (await run(id, 'connect', { numbers: [buying(phoneNumber, '1.00')] })).problem?.reason;
    expect(await reasonFor(dear)).toBe('price-changed');
    twilio.addNumber(taken);
    expect(await reasonFor(taken)).toBe('already-owned');
    expect(twilio.bought).toEqual([]);
    // Other numbers replace those that could not be had.
    twilio.addNumber(other);
    const made = await run(id, 'connect', { numbers: [{ phoneNumber: other }] });
    expect([made.state, made.problem, made.steps.length]).toEqual(['connected', null, setup.length + 2]);
    await run(id, 'disconnect', {});
  });

  it('tries again while the vendor fails, and stops when it goes on failing', async () => {
    const phoneNumber = newNumber();
    twilio.addNumber(phoneNumber);
    let failures = 2;
    server.before = async ({ method }) =>
      method === 'POST' && failures-- > 0 ? { status: 503, body: { message: 'Try later' } } : undefined;
    const id = await create();
    const made = await run(id, 'connect', { numbers: [{ phoneNumber }] });
    expect([made.state, failures < 0]).toEqual(['connected', true]);
    server.before = async ({ method }) => (method === 'DELETE' ? { status: 429, body: {} } : undefined);
    const stopped = await run(id, 'disconnect', {});
    expect([stopped.state, stopped.problem?.reason]).toEqual(['disconnecting', 'too-many-requests']);
    const refused = await post(`/${id}/connect`, { numbers: [{ phoneNumber }] });
    expect(refused.body.code).toBe('carrier_connection.disconnecting');
    server.before = async () => {};
    expect((await run(id, 'resume')).state).toBe('ready');
  });

  it('goes on with another key', async () => {
    const phoneNumber = newNumber();
    twilio.addNumber(phoneNumber);
    const id = await create();
    await run(id, 'connect', { numbers: [{ phoneNumber }] });
    const put = (secret: string) => world.request('PUT', `${path}/${id}/key`, { body: { secret } });
    const before = twilio.authToken;
    twilio.authToken = 'the-next-token-of-the-account-001';
    try {
      expect((await put('a-wrong-auth-token')).body.details[0].field).toBe('secret');
      const stopped = await run(id, 'disconnect', {});
      expect([stopped.state, stopped.problem?.reason]).toEqual(['disconnecting', 'wrong-key']);
      expect((await put(twilio.authToken)).body).toMatchObject({ lastFour: '-001', state: 'disconnecting' });
      expect(await run(id, 'resume')).toMatchObject({ state: 'ready', problem: null });
    } finally {
      twilio.authToken = before;
    }
  });

  it('is given up when it cannot be undone', async () => {
    const id = await create();
    expect((await post(`/${id}/abandon`)).body.code).toBe('carrier_connection.not_stopped');
    server.before = async () => ({ status: 401, body: { code: 20003, message: 'Authenticate' } });
    await run(id, 'connect', { numbers: [{ phoneNumber: newNumber() }] });
    expect((await run(id, 'disconnect', {})).state).toBe('ready');
    await run(id, 'connect', { numbers: [{ phoneNumber: newNumber() }] });
    expect((await post(`/${id}/abandon`)).status).toBe(204);
    expect((await world.request('GET', `${path}/${id}`)).status).toBe(404);
  });

  it('stops with a problem when its steps fail in Parley itself', async () => {
    const id = await create();
    // Secrets that were altered cannot be opened.
    await world.db.query(garble, [id]);
    const stopped = await run(id, 'connect', { numbers: [{ phoneNumber: newNumber() }] });
    expect([stopped.state, stopped.problem?.reason]).toEqual(['connecting', 'failed']);
    expect((await post(`/${id}/abandon`)).status).toBe(204);
  });

  it('is turned around in the middle of a step', async () => {
    const phoneNumber = onSale();
    const id = await create();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.before = async ({ method, path: at }) => {
      if (method !== 'POST' || at !== '/v1/Trunks') return;
      held.resolve();
      await release.promise;
    };
    expect((await post(`/${id}/connect`, { numbers: [buying(phoneNumber)] })).body.state).toBe('connecting');
    await held.promise;
    const again = await post(`/${id}/connect`, { numbers: [buying(phoneNumber)] });
    expect(again.body.code).toBe('carrier_connection.under_way');
    expect((await post(`/${id}/disconnect`, {})).body.state).toBe('disconnecting');
    release.resolve();
    expect(await ended(id)).toMatchObject({ state: 'ready', trunkId: null });
    expect([trunkNamed(id), twilio.bought]).toEqual([undefined, []]);
    expect(twilio.credentialLists.filter((one) => one.friendly_name === `Parley ${id}`)).toEqual([]);
  });
});

describe('Telnyx', () => {
  const offer = (monthlyCost = '6.54', needsDocuments = false) => {
    const phoneNumber = `+1970555${String(5000 + lastNumber++)}`;
    telnyx.onSale.push({ phoneNumber, monthlyCost, needsDocuments });
    return phoneNumber;
  };
  const createTelnyx = async (sipAddress: string | null = null): Promise<string> => {
    const answer = await post('', { vendor: 'telnyx', secret: telnyx.apiKey, sipAddress });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.carrierConnectionId;
  };
  const account = () => structuredClone({ numbers: telnyx.numbers, resources: telnyx.resources });

  it('is connected and disconnected without a trace', async () => {
    const bought = offer();
    const outbound = { outbound_voice_profile_id: '1' };
    telnyx.resources.get('fqdn_connections')!.push({ id: '7', connection_name: 'office', outbound });
    const [owned, stale] = ['7', '8'].map((connection_id) =>
      telnyx.addNumber(`+1970555${String(5000 + lastNumber++)}`, { connection_id }),
    );
    const before = account();
    const id = await createTelnyx();
    const { body } = await world.request('GET', `${path}/${id}/numbers?country=US`);
    expect(body.owned).toContainEqual({
      phoneNumber: owned!.phone_number,
      usedBy: 'connection 7',
      isHere: false,
    });
    expect(body.available).toContainEqual({
      ...{ phoneNumber: bought, place: 'CHICAGO HEIGHTS, IL', monthlyPrice: '6.54', setupPrice: '3.21' },
      ...{ currency: 'USD', needsDocuments: false },
    });
    telnyx.ordersTake = 3;
    const numbers = [owned, stale].map((one) => ({ phoneNumber: one!.phone_number }));
    const made = await run(id, 'connect', { numbers: [...numbers, buying(bought, '6.54')] });
    expect([made.problem, made.state]).toEqual([null, 'connected']);
    const [profile] = telnyx.resources.get('outbound_voice_profiles')!;
    const [connection] = telnyx.resources.get('ip_connections')!;
    expect(profile).toMatchObject({ name: `Parley ${id}`, whitelisted_destinations: ['US'] });
    expect(connection).toMatchObject({
      inbound: { dnis_number_format: '+e164' },
      outbound: { outbound_voice_profile_id: profile!.id },
    });
    const address = { connection_id: connection!.id, ip_address: '8.8.4.4', port: 5070 };
    expect(telnyx.resources.get('ips')).toMatchObject([address]);
    expect(new Set(telnyx.numbers.map((one) => one.connection_id))).toEqual(new Set([connection!.id]));
    const trunk = (await world.request('GET', `/api/trunks/${made.trunkId}`)).body;
    expect(trunk).toMatchObject({ name: 'Telnyx', hasPassword: false });
    expect(await trunkOf('telnyx', {})).toMatchObject({ host: 'sip.telnyx.com', port: null });
    expect(await phoneNumbers(made.trunkId!)).toHaveLength(3);
    // Calls to the country of a number that comes later are allowed too.
    telnyx.addNumber('+493012345678', {});
    await run(id, 'connect', { numbers: [{ phoneNumber: '+493012345678' }] });
    expect(profile).toMatchObject({ name: `Parley ${id}`, whitelisted_destinations: ['US', 'DE'] });

    expect((await run(id, 'disconnect', { releaseNumbers: true })).state).toBe('ready');
    // Its connection is gone, so that it cannot go back there.
    stale!.connection_id = '8';
    telnyx.numbers = telnyx.numbers.filter((one) => one.phone_number !== '+493012345678');
    owned!.connection_name = '';
    expect(account()).toEqual(before);
  });

  it('takes a name instead of an address, and looks up what it sent when answers are lost', async () => {
    const bought = offer();
    const lost = new Set<string>();
    server.before = async ({ method, path: at }) => {
      const kind = `${method} ${at.replaceAll(/\d{6,}/g, '{id}')}`;
      if (method === 'GET' || lost.has(kind)) return;
      lost.add(kind);
      return 'lost';
    };
    const before = account();
    const id = await createTelnyx('sip.example.com:5061');
    expect((await run(id, 'connect', { numbers: [buying(bought, '6.54')] })).problem).toBeNull();
    expect(telnyx.bought.filter((one) => one === bought)).toHaveLength(1);
    const fqdn = { fqdn: 'sip.example.com', port: 5061, dns_record_type: 'a' };
    expect(telnyx.resources.get('fqdns')).toMatchObject([fqdn]);
    await run(id, 'disconnect', { releaseNumbers: true });
    expect(account()).toEqual(before);
    expect(lost.size).toBe(9);
  });

  it('refuses what it cannot do, with what to do', async () => {
    const wrong = await post('', { vendor: 'telnyx', secret: 'KEY-that-is-wrong' });
    expect(wrong.body.details[0].message).toMatch(/Telnyx says: Authentication failed: Could not understand/);
    const left = await post('', {
      vendor: 'telnyx',
      secret: telnyx.apiKey,
      accountSid: `AC${'0'.repeat(32)}`,
    });
    expect(left.body.details[0].field).toBe('accountSid');
    const [papers, dear] = [offer('6.54', true), offer('9.00')];
    const id = await createTelnyx();
    const first = await run(id, 'connect', { numbers: [buying(dear, '6.54')] });
    expect(first.problem?.reason).toBe('price-changed');
    const stopped = await run(id, 'connect', { numbers: [buying(papers, '6.54')] });
    expect(stopped.problem).toMatchObject({ reason: 'documents-needed', phoneNumber: papers });
    // The documents were approved.
    for (const order of telnyx.orders) order.requirements_met = true;
    expect(await run(id, 'resume')).toMatchObject({ state: 'connected', problem: null });
    expect(telnyx.bought.filter((one) => one === papers)).toHaveLength(1);
    await run(id, 'disconnect', {});
  });
});
