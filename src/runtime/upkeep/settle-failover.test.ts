import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { databaseEpoch, EpochWatch, type Found } from '../../platform/nodes/index.ts';
import { settleFailover } from './settle-failover.ts';

// The server of the tests stays on its timeline, so this database reads it from a sequence. A promotion takes the next one.
const timelines = statement('test.failover.timelines', 'create sequence test_timeline start 2');
const readTimeline = statement(
  'test.failover.read_timeline',
  `create or replace function current_timeline(out system_identifier bigint, out timeline integer)
   language sql volatile as $$
     select s.system_identifier, t.last_value::integer from pg_control_system() s, test_timeline t $$`,
);
const setSynchronous = statement(
  'test.failover.synchronous',
  'update database_epochs set is_synchronous = $1 where timeline = (select last_value from test_timeline)',
);
const nextTimeline = statement(
  'test.failover.promote',
  "select nextval('test_timeline'), nextval('test_timeline')",
);
async function promote(wasSynchronous: boolean) {
  await world.db.query(setSynchronous, [wasSynchronous]);
  await world.db.query(nextTimeline);
}

const addNode = statement(
  'test.failover.node',
  "insert into nodes (node_id, roles) values ($1, '{calls,dialer}')",
);
const forgetNodes = statement(
  'test.failover.forget',
  'with n as (delete from nodes) delete from database_epochs',
);
const readAudit = statement(
  'test.failover.audit',
  `select doc::json ->> 'memberId' as "memberId", doc::json ->> 'resourceType' as "resourceType" from audit_logs
   where organization_id = $1`,
);
const readEvents = statement(
  'test.failover.events',
  "select data from events where organization_id = $1 and type = 'database.failedOver'",
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
  await world.db.query(timelines);
  await world.db.query(readTimeline);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.query(forgetNodes);
  organizationId = await world.organization({ max: 10 });
});

async function watch(nodeId: string, options: { requires?: boolean; found?: Found } = {}) {
  await world.db.query(addNode, [nodeId]);
  const { requires = false, found = {} } = options;
  const watched = new EpochWatch({
    db: world.db,
    nodeId,
    capacity: 2,
    requiresSynchronous: requires,
    writeBack: async () => new Map([[nodeId, found]]),
    log: silentLog,
  });
  await watched.look();
  return watched;
}

const claimCalls = statement(
  'test.failover.claim',
  'select call_id from claim_due_calls($1, $2, 10) as call_id',
);
const claim = async (nodeId: string) => {
  const rows = await world.db.query<{ call_id: string | null }>(claimCalls, [organizationId, nodeId]);
  return rows.filter(({ call_id }) => call_id !== null).length;
};

it('holds dialing after an asynchronous failover until every process has reported', async () => {
  const found = { [organizationId]: { writtenBack: 2, unknown: 1, missing: ['call_gone'] } };
  const [a, b] = [await watch('node_a', { found }), await watch('node_b')];
  await promote(false);
  await world.call(organizationId);
  // No process has noticed yet.
  expect([await claim('node_a'), await claim('node_c')]).toEqual([0, 0]);
  await a.look();
  expect((await databaseEpoch(world.db))?.hold).toBe('database-failover');
  expect(await settleFailover(world.db, silentLog, 0)).toBe(0);
  expect(await claim('node_a')).toBe(0);
  await b.look();
  expect(await settleFailover(world.db, silentLog, 0)).toBe(1);
  expect(await claim('node_a')).toBe(1);

  const [event, ...others] = await world.db.query<{ data: object }>(readEvents, [organizationId]);
  expect(others).toEqual([]);
  const sums = { callsWrittenBack: 2, callsUnknown: 1, missingCallIds: ['call_gone'] };
  expect(event?.data).toMatchObject(sums);
  const [entry] = await world.db.query(readAudit, [organizationId]);
  expect(entry).toMatchObject({ memberId: 'system', resourceType: 'databases' });
});

const expire = statement(
  'test.failover.expire',
  "update database_epochs set opens_by = clock_timestamp() where state = 'reconciling'",
);

it('ends what a lost process may have dialed, up to its capacity, and dials on', async () => {
  const a = await watch('node_a');
  await watch('node_lost');
  const calls = [];
  for (let i = 0; i < 5; i++) calls.push(await world.call(organizationId));
  await world.call(organizationId, { dueInMs: 3_600_000 });
  await promote(false);
  await a.look();
  expect(await settleFailover(world.db, silentLog, 0)).toBe(0);
  await world.db.query(expire);
  expect(await settleFailover(world.db, silentLog, 0)).toBe(1);
  const rows = await Promise.all(calls.map((callId) => world.read(callId)));
  expect(rows.map(({ ended_reason }) => ended_reason)).toEqual([
    ...['unknown-outcome', 'unknown-outcome'],
    ...[null, null, null],
  ]);
  expect(await claim('node_a')).toBe(3);
  // The lost process has not reported. It dials nothing when it is back.
  await world.call(organizationId);
  expect([await claim('node_lost'), await claim('node_a')]).toEqual([0, 1]);
});

it('goes on at once after a synchronous failover', async () => {
  await watch('node_a');
  await world.call(organizationId);
  await promote(true);
  // A process that saw synchronous replication, which the server of the tests does not have.
  await watch('node_new');
  expect((await databaseEpoch(world.db))?.hold).toBeNull();
  expect(await claim('node_new')).toBe(1);
});

const rewind = statement('test.failover.rewind', 'update nodes set looks = 0 where node_id = $1');

it('is reconciled when a process remembers more than the database, although that was synchronous', async () => {
  const a = await watch('node_a');
  await a.look();
  await world.db.query(rewind, ['node_a']);
  await promote(true);
  await watch('node_new');
  expect((await databaseEpoch(world.db))?.hold).toBeNull();
  await a.look();
  expect((await databaseEpoch(world.db))?.hold).toBe('database-failover');
});

it('does not dial without synchronous replication when a process requires it', async () => {
  await watch('node_a', { requires: true });
  await watch('node_b');
  await world.call(organizationId);
  expect(await claim('node_a')).toBe(0);
  expect((await databaseEpoch(world.db))?.hold).toBe('database-asynchronous');
  expect(await claim('node_b')).toBe(1);
});
