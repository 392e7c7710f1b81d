import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement, toJson } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const path = '/api/analytics/latency';
const insertCalls = statement(
  'test.analytics.calls',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
       turns, latency, created_at, campaign_id, trunk_id)
     select $1, $2 || n, $3, $7, 'ended', '+12025550199', 'number_a', '+12025550100', $4, '{}', $5, $8, $9
     from generate_series(1, $6) as n returning *)
   insert into spoken_calls (organization_id, created_at, call_id, agent_id)
   select organization_id, created_at, call_id, agent_id from made`,
);
const explain = statement(
  'test.analytics.explain',
  `explain select call_id from spoken_calls where organization_id = 'o' and created_at >= now()
     and created_at < now() and agent_id = 'a' order by created_at desc limit 10`,
);

const none = { count: 0, p50Ms: null, p90Ms: null, p95Ms: null, p99Ms: null, maxMs: null };
const at = '2026-03-02T10:00:00.000Z';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

/** Returns a turn in which the caller waited this long, half of it for the provider. */
const turn = (waitedMs: number | null) => ({
  ...{ turn: 1, kind: 'speech', speechEndMs: 1000, transcriptFinalMs: 1100, endOfTurnMs: 1200 },
  ...{
    firstTokenMs: 1230,
    firstSentenceMs: 1290,
    firstAudioMs: null,
    firstRtpMs: null,
    interruptedAtMs: null,
  },
  ...{ waitedMs, providerMs: waitedMs && waitedMs / 2, addedMs: waitedMs && waitedMs / 2 },
});

async function calls(
  agentId: string,
  turns: object[],
  values: {
    count?: number;
    organizationId?: string;
    type?: string;
    campaignId?: string;
    trunkId?: string;
  } = {},
) {
  const usual = {
    ...{ count: 1, organizationId: world.owner.organizationId, type: 'inboundPhoneCall' },
    ...{ campaignId: '', trunkId: null },
  };
  const { count, organizationId, type, campaignId, trunkId } = { ...usual, ...values };
  const own = [type, campaignId, trunkId];
  await world.db.query(insertCalls, [
    organizationId,
    newId('call', Date.parse(at)),
    agentId,
    toJson(turns),
    at,
    count,
    ...own,
  ]);
}

it('returns the percentiles of each part, for the calls of the period and of one agent', async () => {
  const day = `from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z`;
  const empty = await world.request('GET', `${path}?${day}`);
  expect(empty.body).toMatchObject({
    calls: 0,
    turns: 0,
    isWhole: true,
    agentId: null,
    parts: { waited: none },
  });
  for (let n = 1; n <= 50; n++) await calls('agent_a', [turn(n * 20), turn(null)]);
  await calls('agent_b', [turn(9000)]);
  const other = await world.foundOrganization('Other');
  await calls('agent_a', [turn(100_000)], { organizationId: other.organizationId });
  const { body } = await world.request('GET', `${path}?${day}&agentId=agent_a`);
  expect(body).toEqual({
    from: '2026-03-02T00:00:00.000Z',
    to: '2026-03-03T00:00:00.000Z',
    agentId: 'agent_a',
    calls: 50,
    isWhole: true,
    turns: 50,
    parts: {
      waited: { count: 50, p50Ms: 500, p90Ms: 900, p95Ms: 960, p99Ms: 1000, maxMs: 1000 },
      provider: { count: 50, p50Ms: 250, p90Ms: 450, p95Ms: 480, p99Ms: 500, maxMs: 500 },
      added: { count: 50, p50Ms: 250, p90Ms: 450, p95Ms: 480, p99Ms: 500, maxMs: 500 },
      transcript: { count: 50, p50Ms: 100, p90Ms: 100, p95Ms: 100, p99Ms: 100, maxMs: 100 },
      endOfTurn: { count: 50, p50Ms: 200, p90Ms: 200, p95Ms: 200, p99Ms: 200, maxMs: 200 },
      firstToken: { count: 50, p50Ms: 30, p90Ms: 30, p95Ms: 30, p99Ms: 30, maxMs: 30 },
      model: { count: 50, p50Ms: 90, p90Ms: 90, p95Ms: 90, p99Ms: 90, maxMs: 90 },
      voice: none,
      line: none,
    },
  });
  await calls('agent_a', [turn(4000)], {
    campaignId: 'campaign_a',
    trunkId: 'trunk_a',
    type: 'outboundPhoneCall',
  });
  for (const [filter, maxMs] of [
    ['campaignId=campaign_a', 4000],
    ['trunkId=trunk_a', 4000],
    ['type=outboundPhoneCall&agentId=agent_a', 4000],
    ['type=inboundPhoneCall&agentId=agent_a', 1000],
    ['campaignId=campaign_a&agentId=agent_b', null],
  ] as const) {
    const narrowed = await world.request('GET', `${path}?${day}&${filter}`);
    expect(narrowed.body.parts.waited.maxMs, filter).toBe(maxMs);
    // The list of the page has exactly these calls.
    const list = await world.request(
      'GET',
      `/api/calls?hasConversation=true&status=ended&createdAtGt=2026-03-01T23:59:59.999Z&createdAtLt=2026-03-03T00:00:00Z&pageSize=100&${filter}`,
    );
    expect(list.body.calls.length, filter).toBe(narrowed.body.calls);
  }
  const all = await world.request('GET', `${path}?${day}`);
  expect(all.body).toMatchObject({ calls: 52, parts: { waited: { count: 52, maxMs: 9000 } } });
  const before = await world.request('GET', `${path}?from=2026-03-01T00:00:00Z&to=${at}`);
  expect(before.body.calls).toBe(0);
});

it('reads the latest calls when there are too many, and uses an index', async () => {
  const other = await world.foundOrganization('Large');
  await calls('agent_a', [turn(10)], { organizationId: other.organizationId, count: 5001 });
  const { body } = await world.request('GET', `${path}?from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z`, {
    key: other.key,
  });
  expect(body).toMatchObject({ calls: 5000, isWhole: false, turns: 5000 });
  const plan = await world.db.query<{ 'QUERY PLAN': string }>(explain);
  expect(plan.map((line) => line['QUERY PLAN']).join()).toMatch(/Index.* using spoken_calls/);
});

it("knows the organization's agents, and deleted ones by their calls", async () => {
  const at = 'from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z';
  const ask = (agentId: string, key?: string) =>
    world.request('GET', `${path}?${at}&agentId=${agentId}`, key === undefined ? {} : { key });
  const { body: agent } = await world.request('POST', '/api/agents', {
    body: { name: 'New', prompt: 'Help.' },
  });
  expect(await ask(agent.agentId)).toMatchObject({
    status: 200,
    body: { calls: 0, parts: { waited: none } },
  });
  const unknown = { status: 404, body: { code: 'agent.not_found' } };
  expect(await ask('agent_unknown')).toMatchObject(unknown);
  const other = await world.foundOrganization('Another');
  expect(await ask(agent.agentId, other.key)).toMatchObject(unknown);
  expect(await ask('agent_gone', other.key)).toMatchObject(unknown);
  await calls('agent_gone', [turn(10)], { organizationId: other.organizationId });
  expect(await ask('agent_gone', other.key)).toMatchObject({ status: 200, body: { calls: 1 } });
});

it.each([
  ['from=2026-03-01T00:00:00Z&to=2026-04-02T00:00:00Z', 'from'],
  ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'from'],
  ['from=yesterday', 'from'],
  ['to=2026-03-01', 'to'],
])('refuses %s', async (query, field) => {
  const { status, body } = await world.request('GET', `${path}?${query}`);
  expect([status, body.details?.[0].field]).toEqual([400, field]);
});

it('covers the last day by default', async () => {
  const { from, to } = (await world.request('GET', path)).body;
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
});
