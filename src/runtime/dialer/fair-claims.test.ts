import { afterEach, beforeEach, expect, it } from 'vitest';
import { alwaysOpen } from '../../../test/world/dialing.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { CallWriter } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { EpochWatch, Node } from '../../platform/nodes/index.ts';
import { type DialableCall, Dialer } from './index.ts';
import { claimDueCalls } from './store.ts';

const addNode = statement(
  'test.fair.add_node',
  `insert into nodes (node_id, roles, dialing_capacity, heartbeat_at, epoch_id)
   values ($1, '{calls,dialer}', $2, clock_timestamp() + make_interval(secs => $3), (select max(epoch_id) from database_epochs))`,
);
const limitTrunk = statement(
  'test.fair.limit_trunk',
  'update trunks set max_concurrent_calls = $2 where organization_id = $1',
);
const queued = statement('test.fair.queued', 'select count(*)::integer as calls from queued_calls');

/** Beats that a test need not repeat. */
const alive = 3600;

let world: QueueWorld;
let organizationId: string;
let scheduleId: string;
let started: { dialers: Dialer[]; nodes: Node[] };
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization({ max: 100 });
  scheduleId = await world.schedule(organizationId, alwaysOpen);
  started = { dialers: [], nodes: [] };
});
afterEach(async () => {
  await Promise.all(started.dialers.map((dialer) => dialer.stop()));
  await Promise.all(started.nodes.map((node) => node.close()));
  await world.close();
});

const enqueue = async (count: number) => {
  for (let i = 0; i < count; i++) await world.call(organizationId, { scheduleId });
};
const claim = async (nodeId: string, shares = true) => {
  const { callIds, isShared } = await claimDueCalls(world.db, organizationId, nodeId, 50, shares);
  return [callIds.length, isShared];
};
const queuedCalls = async () => (await world.db.query<{ calls: number }>(queued))[0]!.calls;

it('gives each of two processes half of the calls, in any order', async () => {
  await world.db.query(addNode, ['node_a', 50, alive]);
  await world.db.query(addNode, ['node_b', 50, alive]);
  await enqueue(24);
  expect(await claim('node_a')).toEqual([12, true]);
  expect(await claim('node_a')).toEqual([0, true]);
  expect(await claim('node_b')).toEqual([12, false]);
});

it('leaves no calls to others where a trunk is full, because they could not claim them either', async () => {
  await world.db.query(limitTrunk, [organizationId, 2]);
  await world.db.query(addNode, ['node_a', 50, alive]);
  await world.db.query(addNode, ['node_b', 50, alive]);
  await enqueue(24);
  expect(await claim('node_a')).toEqual([2, false]);
  expect(await claim('node_b')).toEqual([0, false]);
});

it('lets a process have a tenth more and one call, and no more', async () => {
  await world.db.query(addNode, ['node_a', 50, alive]);
  await world.db.query(addNode, ['node_b', 50, alive]);
  await enqueue(20);
  expect(await claim('node_a')).toEqual([10, true]);
  expect(await claim('node_b')).toEqual([10, false]);
  for (let taken = 0; taken < 4; taken++) {
    await enqueue(1);
    expect(await claim('node_a')).toEqual([1, false]);
  }
  await enqueue(1);
  expect(await claim('node_a')).toEqual([0, true]);
  expect(await claim('node_b')).toEqual([1, false]);
});

it('shares by capacity, and counts the calls that a process has already', async () => {
  await world.db.query(addNode, ['node_a', 30, alive]);
  await world.db.query(addNode, ['node_b', 10, alive]);
  await enqueue(8);
  expect(await claim('node_a')).toEqual([6, true]);
  expect(await claim('node_b')).toEqual([2, false]);
  await enqueue(24);
  expect(await claim('node_a')).toEqual([18, true]);
  expect(await claim('node_b')).toEqual([6, false]);
});

it('leaves nothing to processes that are dead, fenced, full, or do not dial, and all of it to an unlisted one', async () => {
  await world.db.query(addNode, ['node_a', 50, alive]);
  await world.db.query(addNode, ['node_dead', 50, -2]);
  await world.db.query(addNode, ['node_full', 0, alive]);
  await world.db.query(addNode, ['node_api', null, alive]);
  await enqueue(3);
  expect(await claim('node_a')).toEqual([3, false]);
  await world.db.query(addNode, ['node_b', 50, alive]);
  await enqueue(3);
  expect(await claim('node_old')).toEqual([3, false]);
  await enqueue(3);
  expect(await claim('node_a', false)).toEqual([3, false]);
});

/** Starts a process with a dialer that claims into `placed`. With `room` 0 it takes no calls, but says that it would. */
async function start(nodeId: string, { room = 50 } = {}) {
  const placed: DialableCall[] = [];
  const { db } = world;
  const node = new Node(nodeId, {
    db,
    roles: ['calls', 'dialer'],
    log: silentLog,
    dialingCapacity: () => 50,
  });
  await node.start();
  started.nodes.push(node);
  const found = { requiresSynchronous: false, writeBack: async () => new Map() };
  await new EpochWatch({ db, nodeId, capacity: 50, ...found, log: silentLog }).look();
  const placer = {
    room: () => room - placed.length,
    place: (call: DialableCall) => void placed.push(call),
  };
  const onLeft = () => {
    for (const dialer of started.dialers) dialer.wake();
  };
  const dialer = new Dialer({
    ...{ db, nodeId, placer, onLeft, log: silentLog },
    writer: new CallWriter(db),
  });
  started.dialers.push(dialer);
  return { dialer, placed };
}

it('lets two dialers on one database dial half of a small campaign each', async () => {
  const a = await start('node_a');
  const b = await start('node_b');
  await enqueue(24);
  a.dialer.wake();
  await expect.poll(queuedCalls, { timeout: 10_000 }).toBe(0);
  await Promise.all([a.dialer.idle(), b.dialer.idle()]);
  await expect.poll(() => [a.placed.length, b.placed.length]).toEqual([12, 12]);
});

it('dials what another process leaves although it has capacity', async () => {
  const a = await start('node_a');
  await start('node_b', { room: 0 });
  await enqueue(24);
  a.dialer.wake();
  await expect.poll(() => a.placed.length, { timeout: 10_000 }).toBe(24);
});
