import { afterAll, beforeAll, expect, it } from 'vitest';
import { byGroup } from '../../console/src/features/analytics/figures-of.ts';
import { callsOfGroup, callsOfRange } from '../../console/src/features/analytics/links.ts';
import { queryOf } from '../../console/src/features/calls/filters/search-of.ts';
import { statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

const dayMs = 86_400_000;
const insert = statement(
  'test.analytics_links.calls',
  `insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
     phone_number_id, agent_number, trunk_id, ended_reason, started_at, ended_at, created_at, cost, qa)
   select $1, id, agent, version, campaign, type, 'ended', '+12025550199', 'number_a', '+12025550100', trunk, reason,
     case when seconds is not null then at end, at + make_interval(secs => coalesce(seconds, 0)), at,
     json_build_object('total', '0.01', 'currency', 'EUR'),
     case when mood is not null then json_build_object('sentiment', mood, 'rubricOutcomes', json_build_object('Polite',
       json_build_object('passed', mood <> 'negative'))) end
   from json_to_recordset($2) as c (id text, agent text, version int, campaign text, type text, trunk text, reason text,
     seconds float, at timestamptz, mood text)`,
);

let world: ApiWorld;
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
  }));
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
