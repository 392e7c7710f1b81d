import { afterAll, beforeAll, expect, it } from 'vitest';
import { byGroup } from '../../console/src/features/analytics/figures-of.ts';
import { callsOfGroup, callsOfRange, callsOfResponses } from '../../console/src/features/analytics/links.ts';
import { queryOf } from '../../console/src/features/calls/filters/search-of.ts';
import { givenUpCalls } from '../../console/src/features/campaigns/given-up-calls.ts';
import { statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

const dayMs = 86_400_000;
const insert = statement(
  'test.analytics_links.calls',
  `with made as (
   insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
     phone_number_id, agent_number, trunk_id, ended_reason, started_at, ended_at, created_at, cost, qa, latency, turns, attempt,
     parent_call_ids)
   select $1, id, agent, version, campaign, type, 'ended', '+12025550199', 'number_a', '+12025550100', trunk, reason,
     case when seconds is not null then at end, at + make_interval(secs => coalesce(seconds, 0)), at,
     json_build_object('total', '0.01', 'currency', 'EUR'),
     case when mood is not null then json_build_object('sentiment', mood, 'rubricOutcomes', json_build_object('Polite',
       json_build_object('passed', mood <> 'negative'))) end,
     case when waited is not null then json_build_object('maxMs', waited) end,
     case when waited is not null then json_build_array(json_build_object('waitedMs', waited)) end,
     case when parent is null then 1 else 2 end, case when parent is null then '{}' else array[parent] end
   from json_to_recordset($2) as c (id text, agent text, version int, campaign text, type text, trunk text, reason text,
     seconds float, at timestamptz, mood text, waited int, parent text) returning *),
   retried as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, parent_call_ids[1], 'retried', 'busy', '' from made where attempt = 2)
   insert into spoken_calls (organization_id, created_at, call_id, agent_id)
   select organization_id, created_at, call_id, agent_id from made where latency is not null`,
);

const insertWaits = statement(
  'test.analytics_links.waits',
  `insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, member_id, refused_by, waiting_since,
     answered_at, ended_at, outcome)
   select $1, id || 'w', $3, id, '{}', 'ended', case when outcome = 'answered' then $4 end, array[$4], now() - ago * interval '1 hour',
     case when outcome = 'answered' then now() end, now(), outcome
   from json_to_recordset($2) as w (id text, outcome text, ago int)`,
);

let world: ApiWorld;
/** The conversations of each call: how long the caller waited; null for none. */
let waits: { callId: string; waited: number | null }[];
const startMs = Math.floor(Date.now() / dayMs) * dayMs - 10 * dayMs;
beforeAll(async () => {
  world = await createApiWorld();
  const calls = Array.from({ length: 60 }, (_, n) => ({
    id: newId('call', startMs + n * 3_700_000),
    at: new Date(startMs + n * 3_700_000).toISOString(),
    agent: `agent_${n % 2}`,
    version: n % 3 === 0 ? null : n % 3,
    campaign: n % 4 === 0 ? '' : `campaign_${n % 4}`,
    type: n % 5 === 0 ? 'inboundPhoneCall' : 'outboundPhoneCall',
    trunk: n % 7 === 0 ? null : 'trunk_a',
    reason: ['customer-ended-call', 'customer-busy', 'voicemail', 'trunk-rejected'][n % 4],
    seconds: n % 4 === 1 ? null : n,
    mood: [null, 'positive', 'negative', 'neutral', 'not assessed'][n % 5],
    waited: n % 4 === 1 ? null : 500 + n * 10,
  }));
  waits = calls.map(({ id, waited }) => ({ callId: id, waited }));
  await world.db.query(insert, [world.owner.organizationId, JSON.stringify(calls)]);
});
afterAll(() => world.close());

async function countCalls(search: Record<string, string>): Promise<number> {
  const query = new URLSearchParams({ pageSize: '100' });
  for (const [name, value] of Object.entries(queryOf(search, new Date()))) query.set(name, String(value));
  const { status, body, text } = await world.request('GET', `/api/calls?${query}`);
  expect(status, text).toBe(200);
  return body.calls.length;
}

it('leads from each figure of the analytics to exactly the calls that it counts', async () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const range = { from: new Date(startMs), to: new Date(startMs + 4 * dayMs), interval: 'day' } as const;
  const asked = { from: range.from.toISOString(), to: range.to.toISOString(), timeZone };
  const all = callsOfRange(range, {});
  for (const by of ['agent', 'campaign', 'trunk', 'type', 'hour-of-day', 'agent-version'] as const) {
    const narrowing = by === 'agent-version' ? { agentId: 'agent_1' } : {};
    const query = new URLSearchParams({ ...asked, ...narrowing, by });
    const { body } = await world.request('GET', `/api/analytics/breakdown?${query}`);
    expect(body.currency).toBe('EUR');
    const counted: [string, number][] = body.groups.map(({ key, calls }: { key: string; calls: number }) => [
      key,
      calls,
    ]);
    expect(counted.length).toBeGreaterThan(1);
    const listed: [string, number][] = [];
    for (const [key] of counted)
      listed.push([key, await countCalls(callsOfGroup(by, key, { ...all, ...narrowing }, timeZone))]);
    expect(listed).toEqual(counted);
    if (by !== 'agent') continue;
    const { bySentiment, byOutcome, answered, calls } = body.total;
    expect(Object.keys(bySentiment)).toHaveLength(4);
    for (const [sentiment, count] of Object.entries(bySentiment))
      expect([sentiment, await countCalls({ ...all, sentiment })]).toEqual([sentiment, count]);
    for (const [outcome, count] of Object.entries({ ...byOutcome, ...byGroup(byOutcome) }))
      expect([outcome, await countCalls({ ...all, outcome })]).toEqual([outcome, count]);
    expect([await countCalls(all), await countCalls({ ...all, durationGte: '0' })]).toEqual([
      calls,
      answered,
    ]);
    for (const { name, failed } of body.rubrics)
      expect(await countCalls({ ...all, rubric: name, rubricResult: 'failed' })).toBe(failed);
  }
});

it('leads from response times to the conversations, and to those with one as slow', async () => {
  const period = {
    from: new Date(startMs).toISOString(),
    to: new Date(startMs + 4 * dayMs).toISOString(),
  };
  for (const narrowing of [
    {},
    { agentId: 'agent_0' },
    { campaignId: 'campaign_2' },
    { trunkId: 'trunk_a' },
  ]) {
    const query = new URLSearchParams({ ...period, ...narrowing });
    const { body } = await world.request('GET', `/api/analytics/latency?${query}`);
    expect(body.calls).toBeGreaterThan(2);
    expect([narrowing, await countCalls(callsOfResponses(body, narrowing))]).toEqual([narrowing, body.calls]);
    const { p90Ms } = body.parts.waited;
    const slow = await countCalls(callsOfResponses(body, narrowing, p90Ms));
    // Each of these calls has one response.
    expect(slow).toBe(body.calls - Math.ceil(body.calls * 0.9) + 1);
  }
  expect(waits.filter(({ waited }) => waited !== null)).toHaveLength(45);
});

it("leads from a team's figures to the calls that waited in their window", async () => {
  const { memberId } = (
    await world.request('POST', '/api/members', { body: { name: 'Mo', role: 'Support' } })
  ).body;
  const { teamId } = (
    await world.request('POST', '/api/teams', { body: { name: 'Sales', members: [{ memberId }] } })
  ).body;
  const outcomes = ['answered', 'abandoned', 'timed-out', 'answered', 'no-members', 'answered'];
  const rows = outcomes.map((outcome, n) => ({ id: waits[n]!.callId, outcome, ago: n === 5 ? 30 : n }));
  await world.db.query(insertWaits, [world.owner.organizationId, JSON.stringify(rows), teamId, memberId]);
  const { body } = await world.request('GET', `/api/teams/${teamId}/figures`);
  expect([body.answered, body.abandoned, body.unanswered]).toEqual([2, 1, 2]);
  const ofWindow = { teamId, teamWaitedGt: body.from };
  for (const [search, count] of [
    [{ teamResult: 'answered' }, body.answered],
    [{ teamResult: 'abandoned' }, body.abandoned],
    [{ teamResult: 'unanswered' }, body.unanswered],
    [{ teamResult: 'answered', teamMemberId: memberId }, body.members[0].answered],
    [{ teamResult: 'missed', teamMemberId: memberId }, body.members[0].missed],
  ] as const)
    expect([search, await countCalls({ ...ofWindow, ...search })]).toEqual([search, count]);
});

it('leads from the customers whom a campaign gave up to the last call of each', async () => {
  const { agentId } = (
    await world.request('POST', '/api/agents', { body: { name: 'Caller', prompt: 'Be kind.' } })
  ).body;
  const campaign = await world.request('POST', '/api/campaigns', { body: { name: 'Reminders', agentId } });
  const { campaignId } = campaign.body;
  const ids = Array.from({ length: 4 }, (_, n) => newId('call', startMs + n));
  const of = (n: number, reason: string, parent: string | null = null) => ({
    ...{
      id: ids[n],
      at: new Date(startMs + n).toISOString(),
      agent: agentId,
      version: 1,
      campaign: campaignId,
    },
    ...{ type: 'outboundPhoneCall', trunk: null, reason, seconds: null, mood: null, waited: null, parent },
  });
  const calls = [
    of(0, 'customer-busy'),
    of(1, 'voicemail', ids[0]),
    of(2, 'customer-ended-call'),
    of(3, 'campaign-ended'),
  ];
  await world.db.query(insert, [world.owner.organizationId, JSON.stringify(calls)]);
  const { customers } = (await world.request('GET', `/api/campaigns/${campaignId}`)).body;
  expect(customers).toMatchObject({ total: 3, reached: 1, givenUp: 2 });
  expect(await countCalls({ campaignId, ...givenUpCalls })).toBe(customers.givenUp);
});
