import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { misfiledCalls } from '../../../test/world/file-calls.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { endCall, liveStatuses } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import { claimDueCalls, nextDueInMs, organizationsToDial } from './store.ts';

const sample = statement(
  'test.dialer.sample',
  `select campaign_id, count(*) as calls from calls
   where organization_id = $1 and status in ('dialing', 'ringing', 'in-progress', 'forwarding') group by campaign_id`,
);
const setDialing = statement(
  'test.dialer.dialing',
  'update organizations set dialing = $2 where organization_id = $1',
);
const dropQueue = statement('test.dialer.drop', 'delete from queued_calls');
const dropLanes = statement('test.dialer.drop_lanes', 'delete from dial_lanes');

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

const claim = (organizationId: string, max = 50, nodeId = 'node_a') =>
  claimDueCalls(world.db, organizationId, nodeId, max).then(({ callIds }) => callIds);

it('claims due calls in the order of their due times, and stores the identity of each INVITE', async () => {
  const organizationId = await world.organization();
  const campaignId = await world.campaign(organizationId);
  const third = await world.call(organizationId, { dueInMs: -1000, campaignId });
  const first = await world.call(organizationId, {
    dueInMs: -3000,
    campaignId,
    holdReason: 'schedule-closed',
  });
  const later = await world.call(organizationId, { dueInMs: 60_000, campaignId });
  const second = await world.call(organizationId, { dueInMs: -2000 });
  expect((await claim(organizationId, 2)).toSorted()).toEqual([first, second].toSorted());
  expect(await claim(organizationId)).toEqual([third]);
  expect(await claim(organizationId)).toEqual([]);
  expect((await world.read(later)).status).toBe('queued');
  const rows = await Promise.all([first, second, third].map((id) => world.read(id)));
  expect(rows.map(({ status, node_id, hold_reason }) => [status, node_id, hold_reason])).toEqual(
    Array(3).fill(['dialing', 'node_a', null]),
  );
  expect(new Set(rows.map(({ sip_branch }) => sip_branch)).size).toBe(3);
  for (const { sip_branch } of rows) expect(sip_branch).toMatch(/^z9hG4bK[0-9a-f]{32}$/);
});

it('claims nothing while dialing is off, and nothing of campaigns that are paused, ended or past their end', async () => {
  const organizationId = await world.organization({ dialing: 'off' });
  const single = await world.call(organizationId);
  for (const values of [{ status: 'paused' }, { status: 'ended' }, { endAt: '2020-01-01T00:00:00Z' }]) {
    await world.call(organizationId, { campaignId: await world.campaign(organizationId, values) });
  }
  expect(await claim(organizationId)).toEqual([]);
  await world.db.query(setDialing, [organizationId, 'on']);
  expect(await claim(organizationId)).toEqual([single]);
});

it('counts inbound and running calls in every state against the caps', async () => {
  const organizationId = await world.organization({ max: 6 });
  const campaignId = await world.campaign(organizationId, { max: 5 });
  for (const status of liveStatuses)
    await world.call(organizationId, { campaignId, status, nodeId: 'node_b' });
  for (const status of ['ended', 'canceled']) await world.call(organizationId, { campaignId, status });
  for (let i = 0; i < 5; i++) await world.call(organizationId, { campaignId });
  const single = await world.call(organizationId, { dueInMs: -1 });
  const claimed = await claim(organizationId);
  expect(claimed).toHaveLength(2);
  expect(claimed).toContain(single);
});

it('claims calls of other campaigns when one is full', async () => {
  const organizationId = await world.organization({ max: 4 });
  const full = await world.campaign(organizationId, { max: 1 });
  const free = await world.campaign(organizationId);
  for (let i = 0; i < 10; i++) await world.call(organizationId, { campaignId: full, dueInMs: -10_000 });
  for (let i = 0; i < 10; i++) await world.call(organizationId, { campaignId: free, dueInMs: -1000 });
  const claimed = await claim(organizationId);
  const campaigns = (await world.readAll(organizationId))
    .filter(({ call_id }) => claimed.includes(call_id))
    .map(({ campaign_id }) => campaign_id);
  expect(campaigns.toSorted()).toEqual([full, free, free, free].toSorted());
});

it('claims no calls of another organization', async () => {
  const [one, two] = [await world.organization(), await world.organization()];
  const call = await world.call(one);
  expect(await claim(two)).toEqual([]);
  const toDial = await organizationsToDial(world.db);
  expect(toDial).toContain(one);
  expect(toDial).not.toContain(two);
  expect(await claim(one)).toEqual([call]);
});

describe('many processes at once', () => {
  it('never exceed a cap and never claim a call twice', { timeout: 60_000 }, async () => {
    const organizationId = await world.organization({ max: 7 });
    const caps = new Map<string, number>();
    for (const max of [1, 3, 20]) caps.set(await world.campaign(organizationId, { max }), max);
    const campaigns = [...caps.keys(), ''];
    const queued = 240;
    for (let i = 0; i < queued; i++) {
      await world.call(organizationId, { campaignId: campaigns[i % 4]!, dueInMs: -1 - i });
    }
    const databases = Array.from({ length: 4 }, () => world.another());
    const claims: string[] = [];
    const seen: number[] = [];
    let over = false;
    const endOne = async (callId: string, nodeId: string) => {
      await delay(Math.random() * 8);
      const condition = { organizationId, callId, from: ['dialing'] as const, nodeId };
      const ending = { status: 'ended', endedBy: null, endedReason: 'customer-busy', message: 'x' } as const;
      expect(await endCall(world.db, condition, ending)).toBe(true);
    };
    const claimer = async (index: number) => {
      const nodeId = `node_${index}`;
      const ends: Promise<void>[] = [];
      while (claims.length < queued) {
        const ids = (await claimDueCalls(databases[index % 4]!, organizationId, nodeId, 1 + (index % 5)))
          .callIds;
        claims.push(...ids);
        for (const id of ids) ends.push(endOne(id, nodeId));
        if (ids.length === 0) await delay(1);
      }
      await Promise.all(ends);
    };
    const sampler = async () => {
      while (!over) {
        const rows = await world.db.query<{ campaign_id: string; calls: number }>(sample, [organizationId]);
        seen.push(rows.reduce((sum, { calls }) => sum + calls, 0));
        for (const { campaign_id, calls } of rows)
          expect(calls).toBeLessThanOrEqual(caps.get(campaign_id) ?? 7);
      }
    };
    const sampling = sampler();
    await Promise.all(Array.from({ length: 12 }, (_, index) => claimer(index)));
    over = true;
    await sampling;
    await Promise.all(databases.map((db) => db.close()));
    expect(await misfiledCalls(world.db)).toEqual([]);
    expect(new Set(claims).size).toBe(queued);
    expect(claims).toHaveLength(queued);
    expect(Math.max(...seen)).toBe(7);
    expect(seen.length).toBeGreaterThan(10);
  });
});

describe('the next due time', () => {
  it('is that of the next call of a running campaign', async () => {
    for (const drop of [dropQueue, dropLanes]) await world.db.query(drop);
    const organizationId = await world.organization();
    expect(await nextDueInMs(world.db)).toBeNull();
    const campaignId = await world.campaign(organizationId);
    await world.call(organizationId, { dueInMs: -1000, campaignId });
    expect(await nextDueInMs(world.db)).toBeNull();
    const paused = await world.campaign(organizationId, { status: 'paused' });
    await world.call(organizationId, { dueInMs: 10_000, campaignId: paused });
    expect(await nextDueInMs(world.db)).toBeNull();
    await world.call(organizationId, { dueInMs: 600_000 });
    const inMs = (await nextDueInMs(world.db))!;
    expect(inMs).toBeGreaterThan(500_000);
    expect(inMs).toBeLessThanOrEqual(600_001);
    await world.call(await world.organization(), { dueInMs: 300_000 });
    expect(await nextDueInMs(world.db)).toBeLessThanOrEqual(300_001);
  });
});
