import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/world/eventually.ts';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { type Queryable, statement } from '../../platform/db/index.ts';
import { claimDueCalls, nextDueInMs } from './store.ts';

const queueCall = statement(
  'test.lanes.queue',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, created_at)
     values ($1, $2, 'agent_a', $3, 'outboundPhoneCall', 'queued', '+1' || 2000000000::bigint + abs(hashtext($2)) % 900000000, 'number_a', '+12025550100', now())
     returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
   select organization_id, call_id, campaign_id, priority, now(), phone_number_id from made`,
);
const readLane = statement(
  'test.lanes.read',
  `select (1000 * extract(epoch from first_due_at))::float8 as first_due_ms,
     emptied_at is not null as emptied, xmin::text as version
   from dial_lanes where organization_id = $1 and campaign_id = $2`,
);
const setLane = statement(
  'test.lanes.set',
  `update dial_lanes set first_due_at = $3, emptied_at = $4 where organization_id = $1 and campaign_id = $2`,
);
const reconcile = statement('test.lanes.sweep', 'select reconcile_lanes() as lanes');
const setClock = statement('test.lanes.clock', "select set_config('parley.now', $1, true)");
const hurry = statement('test.lanes.hurry', "set local lock_timeout = '2s'");
const endCampaign = statement(
  'test.lanes.end',
  "update campaigns set status = 'ended' where campaign_id = $1",
);

interface Lane {
  first_due_ms: number;
  emptied: boolean;
  version: string;
}

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

const lane = async (organizationId: string, campaignId: string) =>
  (await world.db.query<Lane>(readLane, [organizationId, campaignId]))[0];
const claim = async (organizationId: string, db: Queryable = world.db) =>
  (await claimDueCalls(db, organizationId, 'node_a', 50)).callIds;

describe('a call that is being queued while a claim empties its lane', () => {
  it('is found soon after its commit, although it wrote nothing to the lane', async () => {
    const organizationId = await world.organization();
    const campaignId = await world.campaign(organizationId);
    const first = await world.call(organizationId, { campaignId });
    const late = `${first}_late`;
    await world.db.transaction(async (tx) => {
      const before = await lane(organizationId, campaignId);
      await tx.query(queueCall, [organizationId, late, campaignId]);
      expect(await lane(organizationId, campaignId)).toMatchObject({ version: before!.version });
      expect(await claim(organizationId)).toEqual([first]);
      expect(await lane(organizationId, campaignId)).toMatchObject({ emptied: true });
    });
    // As a dialer does: sleeps until the next due time, which may have passed, and claims.
    expect((await nextDueInMs(world.db)) ?? 0).toBeLessThanOrEqual(101);
    await eventually(async () => (await claim(organizationId)).join(), late);
  });

  it('is found by reconciling the lanes when its transaction took longer than the frequent checks', async () => {
    const organizationId = await world.organization();
    const campaignId = await world.campaign(organizationId);
    const callId = await world.call(organizationId, { campaignId });
    const [tomorrow, lastHour] = [new Date(Date.now() + 86_400_000), new Date(Date.now() - 3_500_000)];
    await world.db.query(setLane, [
      organizationId,
      campaignId,
      tomorrow.toISOString(),
      lastHour.toISOString(),
    ]);
    expect(await claim(organizationId)).toEqual([]);
    const [changed] = await world.db.query<{ lanes: number }>(reconcile);
    expect(changed!.lanes).toBe(1);
    expect(await claim(organizationId)).toEqual([callId]);
  });
});

it('an uncommitted change of a lane delays no claim', async () => {
  const organizationId = await world.organization();
  const [batch, other] = [await world.campaign(organizationId), await world.campaign(organizationId)];
  const emptied = await world.call(organizationId, { campaignId: batch });
  expect(await claim(organizationId)).toEqual([emptied]);
  const waits = await world.call(organizationId, { campaignId: other });
  await world.db.query(setLane, [organizationId, batch, new Date(Date.now() - 1000).toISOString(), null]);
  await world.db.transaction(async (tx) => {
    await tx.query(setLane, [organizationId, batch, new Date(Date.now() - 2000).toISOString(), null]);
    // Otherwise the claim would wait for this transaction, which waits for the claim.
    await world.db.transaction(async (claiming) => {
      await claiming.query(hurry);
      expect(await claim(organizationId, claiming)).toEqual([waits]);
    });
  });
});

describe('a lane', () => {
  it('is written only by its first call and by calls that are due earlier', async () => {
    const organizationId = await world.organization();
    const campaignId = await world.campaign(organizationId);
    const versions: string[] = [];
    for (const dueInMs of [60_000, 90_000, -5000, -5000, 1000]) {
      await world.call(organizationId, { campaignId, dueInMs });
      versions.push((await lane(organizationId, campaignId))!.version);
    }
    expect(versions.map((version, i) => version === versions[i - 1])).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    await world.call(organizationId, { campaignId, priority: 9 });
    expect((await lane(organizationId, campaignId))!.version).not.toBe(versions.at(-1));
  });

  it('is checked less and less often while it is empty, at least once a minute', async () => {
    const organizationId = await world.organization();
    const campaignId = await world.campaign(organizationId);
    await world.call(organizationId, { campaignId });
    await world.call(organizationId, { campaignId, dueInMs: 86_400_000 });
    let nowMs = Date.now();
    const waits: number[] = [];
    for (let look = 0; look < 14; look++) {
      await world.db.transaction(async (tx) => {
        await tx.query(setClock, [new Date(nowMs).toISOString()]);
        await claim(organizationId, tx);
      });
      const { first_due_ms: nextMs } = (await lane(organizationId, campaignId))!;
      waits.push(nextMs - nowMs);
      nowMs = nextMs;
    }
    const rounded = waits.map((wait) => Math.round(wait / 100) / 10);
    expect(rounded.slice(0, 5)).toEqual([0.1, 0.1, 0.2, 0.4, 0.8]);
    expect(rounded.slice(-2)).toEqual([60, 60]);
  });

  it('is removed when its campaign has ended and has no queued calls', async () => {
    const organizationId = await world.organization();
    const [ended, running] = [await world.campaign(organizationId), await world.campaign(organizationId)];
    for (const campaignId of [ended, running]) await world.call(organizationId, { campaignId });
    expect(await claim(organizationId)).toHaveLength(2);
    await world.db.query(endCampaign, [ended]);
    await world.db.query(reconcile);
    expect([await lane(organizationId, ended), (await lane(organizationId, running))?.emptied]).toEqual([
      undefined,
      true,
    ]);
    await fileCalls(world.db);
  });
});

it('calls that become due between a claim and the next due time are claimed at once', async () => {
  const moment = await QueueWorld.open();
  const organizationId = await moment.organization();
  await moment.db.query(queueCall, [organizationId, 'call_moment', '']);
  const dueAtMs = 1_800_000_000_000;
  const at = (ms: number) => new Date(ms).toISOString();
  await moment.db.query(setLane, [organizationId, '', at(dueAtMs), null]);
  const nextAt = (ms: number) =>
    moment.db.transaction(async (tx) => {
      await tx.query(setClock, [at(ms)]);
      return nextDueInMs(tx);
    });
  expect(await nextAt(dueAtMs - 40)).toBe(40);
  expect(await nextAt(dueAtMs + 10)).toBe(-10);
  // Such a call waits for something else, such as a slot or a paused campaign.
  expect(await nextAt(dueAtMs + 1000)).toBeNull();
  await moment.close();
});
