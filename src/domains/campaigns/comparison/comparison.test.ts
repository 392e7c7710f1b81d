import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { type Dialing, setUpDialing } from '../../../../test/world/dialing.ts';
import { statement } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';

// Calls that are over, created now: `talked` at ten o'clock, `missed` at eleven, and as many that were never dialed.
const insert = statement(
  'test.comparison.calls',
  `insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
     agent_number, ended_reason, started_at, ended_at, created_at, cost, attempt)
   select $1, id, 'agent_a', campaign, 'outboundPhoneCall', case when reason = 'campaign-ended' then 'canceled' else 'ended' end,
     '+12025550199', 'number_a', '+12025550100', reason, case when seconds > 0 then at end,
     at + make_interval(secs => seconds), at, json_build_object('total', '0.5', 'currency', 'EUR'), attempt
   from json_to_recordset($2) as c (id text, campaign text, reason text, seconds int, at timestamptz, attempt int)`,
);
const age = statement('test.comparison.age', "update campaigns set created_at = '2026-01-01'");

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

async function campaignOf(name: string, talked: number, missed: number, canceled = 0): Promise<string> {
  const body = { name, agentId: dialing.agentId };
  const made = await world.request('POST', '/api/campaigns', { body });
  const { campaignId } = made.body;
  const callsOf = (count: number, hour: number, reason: string, seconds: number, attempt = 1) =>
    Array.from({ length: count }, (_, n) => {
      const at = Date.parse(`2026-03-02T${hour}:00:00Z`) + n * 1000;
      return {
        id: newId('call', at),
        campaign: campaignId,
        reason,
        seconds,
        attempt,
        at: new Date(at).toISOString(),
      };
    });
  const calls = [
    ...callsOf(talked, 10, 'customer-ended-call', 60),
    ...callsOf(missed, 11, 'customer-did-not-answer', 0),
    // Customers who were reached at the second attempt.
    ...callsOf(Math.min(missed, 10), 11, 'customer-ended-call', 30, 2),
    ...callsOf(canceled, 12, 'campaign-ended', 0),
  ];
  await world.db.query(insert, [world.owner.organizationId, JSON.stringify(calls)]);
  await world.db.query(age);
  return campaignId;
}

const compare = (ids: string[], query = '') =>
  world.request('GET', `/api/campaigns/comparison?campaignId=${ids.join(',')}${query}`);

it('compares figures of campaigns, and says what is more than chance', async () => {
  const spring = await campaignOf('Spring', 60, 40, 5);
  const autumn = await campaignOf('Autumn', 20, 80);
  const few = await campaignOf('Few', 2, 3);
  const { status, body, text } = await compare([spring, autumn, few], '&timeZone=Europe/Berlin');
  expect(status, text).toBe(200);
  expect(body).toMatchObject({ currency: 'EUR', isComplete: true, level: 0.025 });
  expect(body.campaigns[0]).toMatchObject({
    ...{ name: 'Spring', attempts: 110, answered: 70, talkedSeconds: 3900, cost: '57.5' },
    // Ten of those who were missed at first were reached later; five were never called.
    customers: { total: 105, reached: 70, waiting: 0, givenUp: 35 },
    ...{ completion: 1, reachedRate: 70 / 105, attemptsPerReached: 110 / 70, costPerReached: '0.82143' },
    byOutcome: { 'customer-ended-call': 70, 'customer-did-not-answer': 40, 'campaign-ended': 5 },
    byHour: [
      { hour: 11, attempts: 60, answered: 60, connected: 60 },
      { hour: 12, attempts: 50, answered: 10, connected: 10 },
    ],
  });
  const verdicts = body.differences.map(
    ({ campaignId, figure, verdict }: { campaignId: string; figure: string; verdict: string }) => [
      campaignId,
      figure,
      verdict,
    ],
  );
  expect(verdicts).toEqual([
    [autumn, 'reached', 'lower'],
    [autumn, 'answered', 'lower'],
    [few, 'reached', 'too-few'],
    [few, 'answered', 'too-few'],
  ]);
  const same = await compare([autumn, await campaignOf('Winter', 22, 78)]);
  expect(same.body.differences[0]).toMatchObject({ verdict: 'no-difference', differencePoints: 2 });
});

it('refuses what it cannot compare, and campaigns of others', async () => {
  const own = await campaignOf('Own', 1, 1);
  for (const ids of [[own], [own, own], [own, 'campaign_none'], Array(6).fill(own)]) {
    const { status, body } = await compare(ids);
    expect([status, body.error?.split(/[.:]/)[0]]).toEqual([400, 'campaignId']);
  }
  const other = await world.foundOrganization('Other');
  const path = `/api/campaigns/comparison?campaignId=${own},${own}x`;
  expect((await world.request('GET', path, { key: other.key })).status).toBe(400);
});
