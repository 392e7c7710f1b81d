import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';

const insertCalls = statement(
  'test.breakdown.calls',
  `insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
     phone_number_id, agent_number, trunk_id, ended_reason, started_at, ended_at, created_at, cost, qa)
   select $1, 'call_01kj' || lpad(n::text, 22, '0'), agent, 1, 'campaign_a', 'outboundPhoneCall', 'ended',
     '+12025550199', 'number_a', '+12025550100', 'trunk_a', reason, at::timestamptz,
     at::timestamptz + make_interval(secs => seconds), at::timestamptz, json_build_object('total', cost),
     json_build_object('sentiment', sentiment, 'rubricOutcomes', json_build_object('Named the day', json_build_object('passed', passed)))
   from json_to_recordset($2) as c (n int, agent text, reason text, at text, seconds float, cost text, sentiment text, passed bool)`,
);

const calls = [
  {
    agent: 'agent_a',
    reason: 'customer-ended-call',
    at: '2026-03-01T23:30:00Z',
    seconds: 61.5,
    cost: '0.10',
  },
  {
    agent: 'agent_a',
    reason: 'assistant-ended-call',
    at: '2026-03-02T00:30:00Z',
    seconds: 30,
    cost: '0.0205',
  },
  { agent: 'agent_b', reason: 'customer-busy', at: '2026-03-02T10:00:00Z', seconds: null, cost: '0' },
].map((call, n) => ({ n, sentiment: n === 0 ? 'positive' : null, passed: n === 0, ...call }));

const datePrices = statement(
  'test.breakdown.date_prices',
  "update price_lists set created_at = '2026-01-01'",
);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
  await world.db.query(insertCalls, [world.owner.organizationId, JSON.stringify(calls)]);
});
afterAll(() => world.close());

const ask = async (query: string, key?: string) =>
  world.request(
    'GET',
    `/api/analytics/breakdown?from=2026-02-20T00:00:00Z&to=2026-03-10T00:00:00Z&${query}`,
    {
      ...(key === undefined ? {} : { key }),
    },
  );
const groupsOf = async (query: string) =>
  (await ask(query)).body.groups.map(({ key, calls }: { key: string; calls: number }) => [key, calls]);

it('counts calls that are over, by what they have in common', async () => {
  const { status, body } = await ask('by=day');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    by: 'day',
    timeZone: 'UTC',
    isComplete: true,
    total: {
      ...{ calls: 3, answered: 2, talkedSeconds: 91.5, cost: '0.1205', bySentiment: { positive: 1 } },
      byOutcome: { 'customer-ended-call': 1, 'assistant-ended-call': 1, 'customer-busy': 1 },
    },
    rubrics: [{ name: 'Named the day', passed: 1, failed: 2 }],
  });
  expect(await groupsOf('by=day')).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 2],
  ]);
  expect(await groupsOf('by=day&timeZone=Europe/Berlin')).toEqual([['2026-03-02', 3]]);
  expect(await groupsOf('by=week')).toEqual([
    ['2026-02-23', 1],
    ['2026-03-02', 2],
  ]);
  expect(await groupsOf('by=hour-of-day')).toEqual([
    ['0', 1],
    ['10', 1],
    ['23', 1],
  ]);
  expect(await groupsOf('by=agent')).toEqual([
    ['agent_a', 2],
    ['agent_b', 1],
  ]);
  expect(await groupsOf('by=trunk&agentId=agent_b')).toEqual([['trunk_a', 1]]);
  expect(await groupsOf('by=agent-version&agentId=agent_a')).toEqual([['1', 2]]);
});

it('says whether a sum of 0 is known', async () => {
  const { owner, db, request } = world;
  const unknown = { agent: 'agent_c', reason: 'customer-busy', at: '2026-02-02T10:00:00Z', cost: null };
  await db.query(insertCalls, [owner.organizationId, JSON.stringify([{ ...unknown, n: 10 }])]);
  const isPriced = async (query: string) => {
    const { body } = await request(
      'GET',
      `/api/analytics/breakdown?by=agent&to=2026-03-10T00:00:00Z&${query}`,
    );
    const groups = body.groups.map((group: { key: string; isPriced: boolean }) => [
      group.key,
      group.isPriced,
    ]);
    return [body.total.isPriced, Object.fromEntries(groups)];
  };
  const early = 'from=2026-02-01T00:00:00Z';
  // A call of agent_b has the cost 0, and the one of agent_c has none.
  const all = [true, { agent_a: true, agent_b: true, agent_c: false }];
  expect(await isPriced(early)).toEqual(all);
  expect(await isPriced(`${early}&agentId=agent_c`)).toEqual([false, { agent_c: false }]);
  const prices = [{ kind: 'language-model', provider: 'openai', unit: 'input-tokens', amount: '0.15' }];
  const put = await request('PUT', '/api/organization/prices', { body: { currency: 'USD', prices } });
  expect(put.status, put.text).toBe(200);
  expect(await isPriced(early)).toEqual(all);
  // All calls of the period ended while there were prices.
  await db.query(datePrices);
  expect(await isPriced(`${early}&agentId=agent_c`)).toEqual([true, { agent_c: true }]);
});

it('keeps to the organization, the period and the filters', async () => {
  const other = await world.foundOrganization('Elsewhere');
  expect((await ask('by=agent', other.key)).body).toMatchObject({ total: { calls: 0 }, groups: [] });
  expect((await ask('by=campaign&campaignId=campaign_b')).body.groups).toEqual([]);
  for (const [query, field] of [
    ['by=color', 'by'],
    ['by=agent-version', 'agentId'],
    ['timeZone=Mars', 'timeZone'],
  ] as const)
    expect([(await ask(query)).status, (await ask(query)).body.error]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  const long = await world.request('GET', '/api/analytics/breakdown?from=2020-01-01T00:00:00Z');
  expect([long.status, long.body.error]).toEqual([400, expect.stringContaining('400 days')]);
});
