import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

interface Found {
  kind: string;
  id: string;
  name: string;
  detail: string | null;
}

async function search(query: string, key?: string): Promise<Found[]> {
  const path = `/api/search?query=${encodeURIComponent(query)}`;
  const { status, body } = await world.request('GET', path, key === undefined ? {} : { key });
  expect(status).toBe(200);
  return body.results;
}

const insertNamed = statement(
  'test.search.insert_named',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number, variables,
     created_at)
   values ($1, $2, 'agent', 'inboundPhoneCall', 'ended', $3, 'number', '+12025550101', $4, now())`,
);
const insertCall = statement(
  'test.search.insert_call',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     ended_reason, created_at)
   values ($1, $2, 'agent', 'inboundPhoneCall', 'ended', $3, 'number', '+12025550101', $4, now())`,
);

it('finds calls by the number in any format and by id, newest first', async () => {
  const { key, organizationId } = await world.foundOrganization('Callers');
  const ids = [3, 2, 1].map((msAgo) => newId('call', Date.now() - msAgo)) as [string, string, string];
  for (const [id, number, reason] of [
    [ids[0], '+12025550199', 'busy'],
    [ids[1], '+12025550198', null],
    [ids[2], '+12025550199', 'trunk-rejected'],
  ]) {
    await world.db.query(insertCall, [organizationId, id, number, reason]);
  }
  for (const format of [
    '+12025550199',
    '(202) 555-0199',
    '202.555.0199',
    '1 202 555 0199',
    '0012025550199',
  ]) {
    const found = await search(format, key);
    expect([format, found.map(({ kind, id, detail }) => [kind, id, detail])]).toEqual([
      format,
      [
        ['customer', '+12025550199', null],
        ['call', ids[2], 'trunk-rejected'],
        ['call', ids[0], 'busy'],
      ],
    ]);
  }
  await world.db.query(insertCall, [organizationId, newId('call'), '+12025559199', null]);
  expect((await search('9199', key)).map(({ kind, name }) => [kind, name])).toEqual([
    ['customer', '+12025559199'],
    ['call', '+12025559199'],
  ]);
  expect(await search(ids[1], key)).toMatchObject([{ kind: 'call', name: '+12025550198', detail: 'ended' }]);
  expect(await search('+12025550197', key)).toEqual([]);
  expect(await search('+12025550199')).toEqual([]);
});

it("finds customers and their calls by a name of the calls' variables, and chats by their customer", async () => {
  const { key, organizationId } = await world.foundOrganization('People');
  for (const [number, variables] of [
    ['+12025550111', { customerName: 'Maya Lindgren' }],
    ['+12025550112', { firstName: 'Maya', lastName: 'Lindgren', note: 'Maya '.repeat(40) }],
    ['+12025550113', { customerName: 'Maya Olsen' }],
    ['', { customerName: 'Maya Lindgren' }],
  ] as const)
    await world.db.query(insertNamed, [organizationId, newId('call'), number, JSON.stringify(variables)]);
  const shown = (found: Found[]) => found.map(({ kind, name, detail }) => [kind, name, detail]);
  expect(shown(await search('maya lindg', key))).toEqual([
    ['customer', 'Maya Lindgren', '+12025550112'],
    ['customer', 'Maya Lindgren', '+12025550111'],
    ['call', '', 'ended'],
    ['call', '+12025550112', 'ended'],
    ['call', '+12025550111', 'ended'],
  ]);
  expect(await search('maya nowhere', key)).toEqual([]);
  expect(await search('maya lindgren')).toEqual([]);
  const narrow = (
    await world.request('POST', '/api/api-keys', {
      body: { name: 'Narrow', scopes: ['organization:read', 'telephony:read'] },
      key,
    })
  ).body.key;
  expect(await search('maya', narrow)).toEqual([]);
  await world.request('POST', '/api/teams', { body: { name: 'Zebra desk', members: [] }, key });
  expect(shown(await search('zebra', key))).toEqual([['team', 'Zebra desk', null]]);
  const { agentId } = (
    await world.request('POST', '/api/agents', { body: { name: 'Maya reminds', prompt: 'Be kind.' }, key })
  ).body;
  expect((await search('maya', key)).map(({ kind }) => kind).slice(0, 2)).toEqual(['agent', 'customer']);
  const { body: chat } = await world.request('POST', `/api/agents/${agentId}/chats`, {
    body: { customerUniqueId: 'zoe@example.com' },
    key,
  });
  expect(await search('zoe@', key)).toMatchObject([
    { kind: 'chat', id: chat.chatId, name: 'zoe@example.com', detail: 'active' },
  ]);
  expect(await search(chat.chatId, key)).toMatchObject([{ kind: 'chat', id: chat.chatId }]);
});

it('finds every other kind by a part of its name or by its id, each only with its scope', async () => {
  const { key } = await world.foundOrganization('Names');
  const make = async (path: string, body: unknown) =>
    (await world.request('POST', path, { body, key })).body as Record<string, string>;
  const { agentId } = await make('/api/agents', {
    name: 'The Zebra agent',
    prompt: 'Be kind.',
    firstMessage: 'Hi.',
  });
  const { trunkId } = await make('/api/trunks', { name: 'Zebra trunk', host: 'carrier.example.com' });
  await make('/api/campaigns', { name: 'Zebra campaign', agentId, status: 'paused' });
  await make('/api/views', { name: 'zebra view', page: 'calls', filters: {} });
  await make('/api/phone-numbers', { phoneNumber: '+12125550144', trunkId });
  await make('/api/members', { name: 'Ms Zebra', email: 'ms@example.com', role: 'Viewer' });
  await make('/api/knowledge/texts', { name: 'Zebras', text: 'Stripes.' });
  const found = await search('ZEBRA', key);
  expect(found.map(({ kind, name }) => [kind, name])).toEqual([
    ['campaign', 'Zebra campaign'],
    ['agent', 'The Zebra agent'],
    ['trunk', 'Zebra trunk'],
    ['knowledge-source', 'Zebras'],
    ['member', 'Ms Zebra'],
    ['view', 'zebra view'],
  ]);
  expect(found[0]).toMatchObject({ detail: 'not-started' });
  expect(await search(agentId!, key)).toMatchObject([{ kind: 'agent', id: agentId }]);
  expect(await search('(212) 555-0144', key)).toMatchObject([{ kind: 'phone-number', name: '+12125550144' }]);
  expect(await search('zebra')).toEqual([]);
  const scopes = ['organization:read', 'telephony:read'];
  const narrow = (await make('/api/api-keys', { name: 'Narrow', scopes })).key;
  expect((await search('zebra', narrow)).map(({ kind }) => kind)).toEqual(['trunk']);
});

it('puts names that begin with the text first, and finds at most five of a kind', async () => {
  const { key } = await world.foundOrganization('Many names');
  for (const name of ['Sales', 'After sales', ...Array.from({ length: 6 }, (_, n) => `Other sales ${n}`)])
    await world.request('POST', '/api/trunks', { body: { name, host: 'carrier.example.com' }, key });
  const names = (await search('sales', key)).map(({ name }) => name);
  expect([names.length, names[0]]).toEqual([5, 'Sales']);
});

it.each(['', '?query=', '?query=%20', `?query=${'x'.repeat(101)}`, '?query=a&query=b'])(
  'names the query when it is %j',
  async (text) => {
    const answer = await world.request('GET', `/api/search${text}`);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'query']);
  },
);
