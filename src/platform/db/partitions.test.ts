import { afterEach, beforeEach, expect, test } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { idBound } from '../kernel/index.ts';
import {
  dropPartitions,
  partitionedTables,
  partitionsOf,
  splitPartition,
  unfinishedConversions,
} from './index.ts';
import { statement } from './statement.ts';

let world: QueueWorld;
beforeEach(async () => {
  world = await QueueWorld.open();
});
afterEach(() => world.close());

const lockCalls = statement('test.partitions.lock', 'lock table calls in access share mode');
const endCall = statement(
  'test.partitions.end_call',
  `update calls set status = 'ended', ended_at = now() where call_id = $1`,
);
const countFacts = statement('test.partitions.facts', 'select count(*)::int as count from call_facts');
const future = (days: number) => idBound('call', Date.now() + days * 86_400_000);
const calls = async () => (await partitionedTables(world.db)).find(({ table }) => table === 'calls');

test('a table whose last partition is in use has none ahead', async () => {
  const organizationId = await world.organization();
  expect(await calls()).toEqual({ table: 'calls', partitions: 2, hasOneAhead: true });
  await world.call(organizationId, { callId: `${future(400)}0000000000000001` });
  expect(await calls()).toMatchObject({ hasOneAhead: false });
  // It is ended in the future all the same.
  await splitPartition(world.db, 'calls', future(500));
  expect(await calls()).toEqual({ table: 'calls', partitions: 3, hasOneAhead: true });
});

test('neither making nor dropping a partition waits behind a long statement', async () => {
  const other = world.another(1);
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const reading = other.transaction(async (tx) => {
    await tx.query(lockCalls);
    held.resolve();
    await done.promise;
  });
  await held.promise;
  await expect(splitPartition(world.db, 'calls', future(500))).rejects.toMatchObject({ code: '55P03' });
  const dropping = dropPartitions(world.db, ['calls_1', 'call_events_1', 'ended_calls_1', 'spoken_calls_1']);
  done.resolve();
  await reading;
  await dropping;
  expect((await partitionsOf(world.db, 'calls')).map(({ name }) => name)).toEqual(['calls_1', 'calls_2']);
  await other.close();
});

test('a program that does not name the facts of calls drops them with the calls', async () => {
  const organizationId = await world.organization();
  const callId = await world.call(organizationId);
  await world.db.query(endCall, [callId]);
  const factsLeft = async () => (await world.db.query<{ count: number }>(countFacts))[0]!.count;
  expect(await factsLeft()).toBe(1);
  const named = ['calls', 'call_events', 'ended_calls', 'spoken_calls'].map((table) => `${table}_1`);
  await world.db.transaction((tx) => dropPartitions(tx, named), { mayTakeLong: true });
  expect(await factsLeft()).toBe(0);
});

test('a table whose conversion to partitions was begun and not finished is reported', async () => {
  expect(await unfinishedConversions(world.db)).toEqual([]);
  const begin = statement('test.partitions.begin', "select bound_table('chats', 'chat_id', $1)");
  await world.db.query(begin, [idBound('chat', Date.UTC(2100, 0, 2))]);
  expect(await unfinishedConversions(world.db)).toEqual([
    { table: 'chats', refusesFrom: '2100-01-02T00:00:00.000Z' },
  ]);
});
