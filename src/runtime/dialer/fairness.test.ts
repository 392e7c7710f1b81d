import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { claimDueCalls } from './store.ts';

const lay = statement(
  'test.fairness.lay',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, created_at)
     select $1, $2 || '_' || lpad(n::text, 5, '0'), 'agent_a', $2, 'outboundPhoneCall', 'queued', '+1' || 2000000000 + abs(hashtext($2)) % 900 * 1000000::bigint + n,
       'number_a', '+12025550100', now()
     from generate_series(1, $3::int) as n returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
   select organization_id, call_id, campaign_id, priority, now() - interval '1 hour', phone_number_id from made`,
);
const weigh = statement('test.fairness.weigh', 'update campaigns set weight = $2 where campaign_id = $1');
const endAll = statement('test.fairness.end', 'delete from live_calls where organization_id = $1');

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

const campaign = async (calls: number, weight = 1) => {
  const campaignId = await world.campaign(organizationId);
  await world.db.query(weigh, [campaignId, weight]);
  await world.db.query(lay, [organizationId, campaignId, calls]);
  return campaignId;
};
/** Claims calls and ends them at once. Returns their campaigns in order. */
async function take(count: number, atOnce: number, { end = true } = {}): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const { callIds } = await claimDueCalls(world.db, organizationId, 'node_a', atOnce);
    if (callIds.length === 0) break;
    taken.push(...callIds.map((id) => id.slice(0, id.lastIndexOf('_'))));
    if (end) await world.db.query(endAll, [organizationId]);
  }
  return taken;
}
const countOf = (taken: string[], campaignId: string) => taken.filter((id) => id === campaignId).length;

describe.each([1, 3, 10])('with %i at once', (atOnce) => {
  it('serves a small campaign soon beside a large, older one', async () => {
    organizationId = await world.organization({ max: 1000 });
    const large = await campaign(3000);
    expect(await take(60, atOnce)).toContain(large);
    const small = await campaign(10);
    expect(countOf((await take(21, atOnce)).slice(0, 21), small)).toBe(10);
  });

  it('claims three calls to one by weights of three and one', async () => {
    organizationId = await world.organization({ max: 1000 });
    const heavy = await campaign(400, 3);
    await campaign(400);
    const taken = (await take(120, atOnce)).slice(0, 120);
    expect(Math.abs(countOf(taken, heavy) - 90)).toBeLessThanOrEqual(1);
  });

  it('gives no extra share to a campaign that was idle', async () => {
    organizationId = await world.organization({ max: 1000 });
    const idle = await campaign(5);
    const busy = await campaign(2000);
    const before = await take(300, atOnce);
    expect(countOf(before, idle)).toBe(5);
    const again = await campaign(500);
    for (let i = 0; i < 40; i++)
      await world.call(organizationId, { callId: `${idle}_x${i}`, campaignId: idle });
    const after = (await take(60, atOnce)).slice(0, 60);
    for (const id of [idle, busy, again]) expect(Math.abs(countOf(after, id) - 20)).toBeLessThanOrEqual(1);
  });
});

it('finds a campaign at once among a thousand that are paused, full or not due', async () => {
  organizationId = await world.organization({ max: 2000 });
  const many = statement(
    'test.fairness.neighbours',
    `with k as (
       insert into campaigns (organization_id, campaign_id, agent_id, name, status, max_concurrent_calls, created_at, updated_at)
       select $1, 'other_' || n, 'agent_a', 'other_' || n, case when n % 3 = 0 then 'paused' else 'running' end,
         case when n % 3 = 1 then 1 end, now(), now() from generate_series(1, 999) as n returning campaign_id),
     live as (
       insert into live_calls (organization_id, call_id, campaign_id, node_id)
       select $1, 'live_' || n, 'other_' || n, 'node_b' from generate_series(1, 999, 3) as n)
     insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
     select $1, 'call_of_' || campaign_id, campaign_id, 5,
       now() + case when substr(campaign_id, 7)::int % 3 = 2 then interval '1 hour' else interval '-1 day' end, 'number_a'
     from k`,
  );
  await world.db.query(many, [organizationId]);
  const own = await campaign(3);
  expect(await take(3, 1, { end: false })).toEqual([own, own, own]);
});
