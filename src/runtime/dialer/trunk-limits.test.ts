import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { claimDueCalls } from './store.ts';

const limit = statement(
  'test.trunk_limits.limit',
  'update trunks set max_concurrent_calls = $2, max_calls_per_second = $3 where organization_id = $1',
);
const otherTrunk = statement(
  'test.trunk_limits.other',
  `with t as (insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at,
       updated_at) values ($1, 'trunk_b', 'Other', '127.0.0.1', 5060, 'udp', false, '{PCMU}', now(), now())
     returning trunk_id)
   update phone_numbers set trunk_id = t.trunk_id from t where organization_id = $1 and phone_number_id = 'number_b'`,
);
const end = statement(
  'test.trunk_limits.end',
  `update calls set status = 'ended', node_id = null where organization_id = $1 and call_id = any($2)`,
);
const age = statement(
  'test.trunk_limits.age',
  `update trunk_rates set let_through = array(select at - interval '1 second' from unnest(let_through) as at)
   where organization_id = $1`,
);

let world: QueueWorld;
let organizationId: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization({ max: 1000 });
});
afterEach(() => world.close());

const set = (concurrent: number | null, perSecond: number | null) =>
  world.db.query(limit, [organizationId, concurrent, perSecond]);
const claim = async (db = world.db, nodeId = 'node_a', max = 50) =>
  (await claimDueCalls(db, organizationId, nodeId, max)).callIds;
async function queue(count: number, phoneNumberId = 'number_a'): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await world.call(organizationId, { phoneNumberId }));
  return ids;
}

it('claims as many calls as the trunk allows, and the next ones as calls end', async () => {
  await set(2, null);
  const ids = await queue(5);
  expect((await claim()).sort()).toEqual(ids.slice(0, 2));
  expect(await world.read(ids[2]!)).toMatchObject({
    status: 'queued',
    hold_reason: null,
    node_id: null,
    sip_branch: null,
  });
  expect(await claim()).toEqual([]);
  expect(await world.events(ids[4]!)).toEqual([]);
  await world.db.query(end, [organizationId, [ids[0]]]);
  await fileCalls(world.db);
  expect(await claim()).toEqual([ids[2]]);
  await set(null, null);
  expect((await claim()).sort()).toEqual(ids.slice(3));
});

it('keeps both limits with two processes that claim at the same time', async () => {
  await set(7, 5);
  await queue(60);
  const other = world.another();
  const claims = () =>
    Array.from({ length: 12 }, (_, i) => claim(i % 2 === 0 ? world.db : other, `node_${i % 2}`, 4));
  const first = (await Promise.all(claims())).flat();
  expect(first.length).toBeGreaterThanOrEqual(5);
  // On a slow machine, calls of a later second may be among them, but never more than the concurrent limit.
  await world.db.query(age, [organizationId]);
  const second = (await Promise.all(claims())).flat();
  await other.close();
  expect(first.length + second.length).toBe(7);
  expect(new Set([...first, ...second]).size).toBe(7);
});

it('limits the calls per second, and claims more in the next second', async () => {
  await set(null, 3);
  await queue(10);
  expect(await claim()).toHaveLength(3);
  await world.db.query(age, [organizationId]);
  expect(await claim()).toHaveLength(3);
  await world.db.query(age, [organizationId]);
  await world.db.query(age, [organizationId]);
  expect(await claim(world.db, 'node_a', 2)).toHaveLength(2);
});

it('does not delay the calls of another trunk', async () => {
  await world.db.query(otherTrunk, [organizationId]);
  await world.db.query(
    statement('test.trunk_limits.one', 'update trunks set max_concurrent_calls = 1 where trunk_id = $1'),
    ['trunk_a'],
  );
  const [mine] = await queue(30);
  const others = await queue(5, 'number_b');
  const first = await claimDueCalls(world.db, organizationId, 'node_a', 5);
  expect(first).toMatchObject({ callIds: [mine, ...others.slice(0, 4)], isCutShort: false });
});

it('counts calls that were dialed before the limit was set', async () => {
  await queue(3);
  expect(await claim()).toHaveLength(3);
  await set(3, null);
  const [waiting] = await queue(1);
  expect(await claim()).toEqual([]);
  expect((await world.read(waiting!)).status).toBe('queued');
});

it('claims waiting calls of the trunk by priority, and from the campaigns in turn', async () => {
  await set(0, null);
  const campaigns = [await world.campaign(organizationId), await world.campaign(organizationId)] as const;
  const queueIn = (campaignId: string, priority: number) =>
    world.call(organizationId, { campaignId, priority });
  const [first] = [await queueIn(campaigns[0], 5), await queueIn(campaigns[0], 5)];
  const urgent = await queueIn(campaigns[0], 9);
  const other = await queueIn(campaigns[1], 1);
  expect(await claim()).toEqual([]);
  await set(2, null);
  expect((await claim()).sort()).toEqual([urgent, other].sort());
  await set(3, null);
  expect(await claim()).toEqual([first]);
});

it('leaves the calls of a paused campaign in the queue, so that they keep no other call from the trunk', async () => {
  await set(0, null);
  const campaignId = await world.campaign(organizationId);
  const paused = await world.call(organizationId, { campaignId, priority: 9 });
  const [plain] = await queue(1);
  expect(await claim()).toEqual([]);
  await world.db.query(
    statement('test.trunk_limits.pause', "update campaigns set status = 'paused' where organization_id = $1"),
    [organizationId],
  );
  await set(1, null);
  expect(await claim()).toEqual([plain]);
  expect((await world.read(paused)).status).toBe('queued');
});
