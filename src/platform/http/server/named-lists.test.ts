import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { make as makeAs, newOwnNumber, setUpDialing } from '../../../../test/world/dialing.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const window = { start: '09:00', end: '17:00', days: ['mon'] };
const definition = { version: 1, steps: [{ id: 'end', type: 'end' }] };

/** Each list: its path, the keys of its items and of their ids, and the body that creates an item with a name. */
const lists: [path: string, items: string, id: string, body: (name: string) => object][] = [
  ['/api/agents', 'agents', 'agentId', (name) => ({ name, prompt: 'You help.' })],
  ['/api/trunks', 'trunks', 'trunkId', (name) => ({ name, host: 'sip.example.com' })],
  ['/api/schedules', 'schedules', 'scheduleId', (name) => ({ name, timeZone: 'UTC', windows: [window] })],
  [
    '/api/retry-configs',
    'retryConfigs',
    'callRetryConfigId',
    (name) => ({ name, maxAttempts: 1, delaysSeconds: [0] }),
  ],
  [
    '/api/workflows',
    'workflows',
    'workflowId',
    (name) => ({ name, trigger: { type: 'webhook' }, definition }),
  ],
  ['/api/members', 'members', 'memberId', (name) => ({ name, email: null, role: 'Viewer' })],
];

type Item = Record<string, string>;

const get = (address: string) => world.request('GET', address);
const make = async (path: string, body: object) => (await world.request('POST', path, { body })).body;
const encoded = encodeURIComponent;

describe.each(lists)('%s', (path, items, id, body) => {
  it('is searched by name, page after page, and read by ids', async () => {
    const made = [];
    for (const name of ['Größe 100%', 'Other', 'GRÖSSE', 'größe_2']) made.push(await make(path, body(name)));
    const [first, other, , last] = made.map((one) => one[id]);
    const named = async (search: string) =>
      (await get(`${path}?search=${encoded(search)}`)).body[items].map((one: Item) => one.name);
    expect(await named('größe')).toEqual(['größe_2', 'Größe 100%']);
    expect(await named(' 100% ')).toEqual(['Größe 100%']);
    expect(await named('e_2')).toEqual(['größe_2']);
    expect(await named('no such name')).toEqual([]);

    const page = await get(`${path}?search=gr&pageSize=2`);
    expect(page.body[items].map((one: Item) => one.name)).toEqual(['größe_2', 'GRÖSSE']);
    const next = new URL(page.body.metadata.nextPage);
    const rest = (await get(`${next.pathname}${next.search}`)).body;
    expect([rest[items].map((one: Item) => one[id]), rest.metadata.nextPage]).toEqual([[first], null]);

    const idsOf = async (query: string) =>
      (await get(`${path}?${query}`)).body[items].map((one: Item) => one[id]);
    expect(await idsOf(`ids=${other}`)).toEqual([other]);
    expect(await idsOf(`ids=${first}&ids=${last}&ids=none&ids=${last}`)).toEqual([last, first]);
    expect(await idsOf(`ids=${first}&ids=${other}&search=oth`)).toEqual([other]);
  });

  it.each([
    ['search=', 'search: must be 1 to 100 characters'],
    [`search=${'x'.repeat(101)}`, 'search: must be 1 to 100 characters'],
    ['search=a&search=b', 'search: must be given once'],
    ['search=%00', 'search: must not contain a NUL character'],
    [Array.from({ length: 101 }, (_, place) => `ids=${place}`).join('&'), 'ids: must be at most 100 ids'],
  ])('refuses %.20s', async (query, error) => {
    expect(await get(`${path}?${query}`)).toMatchObject({ status: 400, body: { error } });
  });
});

type Ask = ApiWorld['request'];

/** All lists whose items have names, with a function that creates one and returns its id. */
const makers: [
  path: string,
  items: string,
  id: string,
  makeOne: (ask: Ask, name: string) => Promise<string>,
][] = [
  ...lists.map(([path, items, id, body]): (typeof makers)[number] => [
    path,
    items,
    id,
    async (ask, name) => (await makeAs(ask, path, body(name)))[id],
  ]),
  [
    '/api/phone-numbers',
    'phoneNumbers',
    'phoneNumberId',
    async (ask) => (await makeAs(ask, '/api/phone-numbers', { phoneNumber: newOwnNumber() })).phoneNumberId,
  ],
  [
    '/api/campaigns',
    'campaigns',
    'campaignId',
    async (ask, campaignName) => {
      const { agentId, scheduleId, phoneNumberId } = await setUpDialing(ask);
      const who = { phoneNumber: '+12125550123', variables: { firstName: 'Ada' } };
      const body = { campaignName, scheduleId, phoneNumberId, ...who };
      return (await makeAs(ask, `/api/agents/${agentId}/calls/campaign`, body)).campaignId;
    },
  ],
];

it.each(makers)(
  '%s returns more ids than a page holds, and none of another organization',
  async (path, items, id, makeOne) => {
    const { key } = await world.foundOrganization();
    const asOther: Ask = (method, address, options) => world.request(method, address, { ...options, key });
    const own: string[] = [];
    const others: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      own.push(await makeOne(world.request, name));
      if (others.length < 2) others.push(await makeOne(asOther, name));
    }
    const [a, b, c, d, e] = own as [string, string, string, string, string];
    const query = [d, others[1]!, a, e, 'none', others[0]!, b, c].map((one) => `ids=${one}`).join('&');
    const pages: string[][] = [];
    for (let next: string | null = `${path}?pageSize=2&${query}`; next !== null; ) {
      const page: Answer['body'] = (await get(next)).body;
      pages.push(page[items].map((one: Item) => one[id]));
      const { nextPage } = page.metadata;
      const url: URL | null = nextPage && new URL(nextPage);
      next = url && `${url.pathname}${url.search}`;
    }
    expect(pages).toEqual([[e, d], [c, b], [a]]);
  },
);

describe('agents', () => {
  it('are searched by their published name', async () => {
    const { agentId } = await make('/api/agents', { name: 'Before', prompt: 'You help.' });
    const change = (body: object) => world.request('PATCH', `/api/agents/${agentId}`, { body });
    const found = async (name: string) => (await get(`/api/agents?search=${name}`)).body.agents.length;
    await change({ name: 'Drafted', publish: false });
    expect([await found('before'), await found('drafted')]).toEqual([1, 0]);
    await world.request('POST', `/api/agents/${agentId}/publish`);
    expect([await found('before'), await found('drafted')]).toEqual([0, 1]);
  });
});

describe('phone numbers', () => {
  it('are found by digits with separators, and by their trunk', async () => {
    const { trunkId } = await make('/api/trunks', { name: 'One', host: 'sip.example.com' });
    await make('/api/phone-numbers', { phoneNumber: '+12025550141', trunkId });
    await make('/api/phone-numbers', { phoneNumber: '+12025550142' });
    const found = async (query: string) =>
      (await get(`/api/phone-numbers?${query}`)).body.phoneNumbers.map((one: Item) => one.phoneNumber);
    expect(await found(`search=${encoded('(202) 555-014')}`)).toEqual(['+12025550142', '+12025550141']);
    expect(await found(`search=${encoded('+1 202.555.0141')}`)).toEqual(['+12025550141']);
    expect(await found(`trunkId=${trunkId}`)).toEqual(['+12025550141']);
    expect(await found(`trunkId=${trunkId}&search=0142`)).toEqual([]);
  });
});

describe('members', () => {
  it('are also found by email address', async () => {
    const { memberId } = await make('/api/members', {
      name: 'Rear Admiral',
      email: 'grace@example.com',
      role: 'Viewer',
    });
    expect((await get('/api/members?search=GRACE%40')).body.members).toMatchObject([{ memberId }]);
  });
});
