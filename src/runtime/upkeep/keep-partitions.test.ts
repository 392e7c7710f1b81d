import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { forgetCallPartitions } from '../../domains/calls/index.ts';
import { dropEmptyRunPartitions } from '../../domains/workflows/index.ts';
import { partitionsOf, splitPartition, statement } from '../../platform/db/index.ts';
import { idBound, silentLog, timeOfId } from '../../platform/kernel/index.ts';
import { keepPartitions, nextBound, type PartitionPlan, SplitPauses } from './keep-partitions.ts';

const plan: PartitionPlan = { rows: 1000, least: 10, most: 500, first: 100 };
const span = (from: number | null, to: number | null, rows = 0) => ({ from, to, rows });

test.each([
  ['the first one is half over at once', [span(null, 100), span(100, null)], 0, 200],
  ['one is ahead', [span(null, 100), span(100, 200), span(200, null)], 0, null],
  ['the present one is not half over', [span(null, 100), span(100, 200), span(200, null)], 149, null],
  ['few rows make a long one', [span(null, 100), span(100, 200, 10), span(200, null)], 150, 700],
  ['many rows make a short one', [span(null, 100), span(100, 200, 1000), span(200, null)], 150, 250],
  ['too many rows make the shortest', [span(null, 100), span(100, 200, 10 ** 6), span(200, null)], 150, 210],
  ['an open one in use ends in the future', [span(null, 100), span(100, null, 2000)], 200, 250],
  ['a table without an open one is left alone', [span(null, 100)], 200, null],
])('partitions ahead: %s', (_, partitions, now, bound) => {
  expect(nextBound(partitions, now, plan)).toBe(bound);
});

test('ids are read back to the millisecond', () => {
  expect(timeOfId(idBound('call', 1_764_000_000_123))).toBe(1_764_000_000_123);
  expect(timeOfId('call_a')).not.toBe(1);
});

let world: QueueWorld;
let organizationId: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
});
afterEach(() => world.close());

const bounds = async (table: string) => (await partitionsOf(world.db, table)).map(({ to }) => to);
const callIds = statement('test.partitions.calls', 'select call_id as id from calls order by call_id');
const idsLeft = async () => (await world.db.query<{ id: string }>(callIds)).map(({ id }) => id);
const keep = statement(
  'test.partitions.keep',
  'update organizations set calls_days = $2 where organization_id = $1',
);
const remove = statement(
  'test.partitions.remove',
  'with q as (delete from queued_calls where call_id = $1) delete from calls where call_id = $1',
);
const end = statement(
  'test.partitions.end',
  `with ended as (update calls set status = 'ended', ended_at = coalesce($2, now()), recording_file = 'x.wav'
     where call_id = $1 returning organization_id, call_id, created_at, agent_id),
   dequeued as (delete from queued_calls where call_id = $1),
   spoken as (insert into spoken_calls select organization_id, created_at, call_id, agent_id from ended),
   decided as (insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'noted', 'test', 'x' from ended),
   waited as (insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, waiting_since, ended_at, outcome)
     select organization_id, 'tcall_' || call_id, 'team_a', call_id, '{}', 'ended', now(), now(), 'abandoned' from ended)
   insert into session_data (organization_id, call_id, customer_number, data, written_at, expires_at)
   select organization_id, call_id, '+1', '{}', now(), now() from ended`,
);
const awaited = statement(
  'test.partitions.awaited',
  `with e as (
     insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, enabled, sealed_secret, seen,
       created_at, updated_at)
     values ($1, 'webhook_a', 'https://example.com', '{*}', true, '', pg_current_snapshot(), now(), now()))
   insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id,
     event_at, status, created_at)
   values ($1, 'webhook_a', 'delivery_a', 'event_a', 'call.ended', $2, now(), 'pending', now())`,
);
const deliver = statement('test.partitions.deliver', "update webhook_deliveries set status = 'delivered'");
const beside = statement(
  'test.partitions.beside',
  `select (select count(*)::int from call_events) as decisions, (select count(*)::int from spoken_calls) as spoken,
     (select count(*)::int from ended_calls) as ended, (select count(*)::int from session_data) as data,
     (select count(*)::int from recording_removals) as removals, (select count(*)::int from team_calls) as waits,
     (select array_agg(doc::json ->> 'resourceLabel') from audit_logs) as audit`,
);
const settings = statement(
  'test.partitions.settings',
  `select p.relname as table, array_agg(c.relname::text order by c.oid) as names, array_agg(distinct c.reloptions::text) as options
   from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
   where c.relkind = 'r' group by 1 order by 1`,
);

const dayMs = 86_400_000;
/** Ends the first partition of all tables of calls at a time, and returns the time. */
async function cutAt(atMs: number): Promise<void> {
  const tables = ['calls', 'call_events', 'ended_calls', 'spoken_calls', 'call_facts'];
  for (const table of tables) await splitPartition(world.db, table, idBound('call', atMs));
}

test('processes make one partition ahead between them, for all tables alike, with the settings of the one before', async () => {
  expect(await bounds('calls')).toEqual([expect.any(String), null]);
  const made = await Promise.all([
    keepPartitions(world.db, silentLog),
    keepPartitions(world.db, silentLog),
    keepPartitions(world.db, silentLog),
  ]);
  // A process that finds another one at work leaves the rest to it, or to the next time.
  for (let more = 1; more > 0; ) more = await keepPartitions(world.db, silentLog);
  expect(Math.max(...made)).toBeGreaterThan(0);
  expect(await bounds('calls')).toEqual([expect.any(String), expect.any(String), null]);
  for (const table of ['call_events', 'ended_calls', 'spoken_calls', 'call_facts'])
    expect(await bounds(table)).toEqual(await bounds('calls'));
  for (const table of ['events', 'audit_logs', 'workflow_runs', 'workflow_steps'])
    expect(await bounds(table)).toEqual([expect.any(String), expect.any(String), null]);
  const found = await world.db.query<{ table: string; names: string[]; options: string[] }>(settings);
  expect(found.map(({ names }) => names)).toEqual(
    found.map(({ table }) => [1, 2, 3].map((n) => `${table}_${n}`)),
  );
  for (const { options } of found) {
    expect(options).toEqual([expect.stringContaining('autovacuum_freeze_min_age=0')]);
    expect(options[0]).toContain('autovacuum_vacuum_insert_threshold=100000');
  }
  const optionsOf = (name: string) => found.find(({ table }) => table === name)!.options[0];
  expect(optionsOf('calls')).toContain('fillfactor=40');
  expect(optionsOf('call_facts')).toMatch(/toast_tuple_target=128.*autovacuum_analyze_scale_factor=0.02/);
});

test('a table that is busy is tried again after longer and longer pauses', async () => {
  const pauses = new SplitPauses();
  const warn = vi.spyOn(silentLog, 'warn');
  onTestFinished(() => warn.mockRestore());
  const other = world.another(1);
  const read = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const reading = other.transaction(async (tx) => {
    await tx.query(callIds);
    read.resolve();
    await done.promise;
  });
  await read.promise;
  const minute = 60_000;
  const triesAt = async (minutes: number) => {
    warn.mockClear();
    await keepPartitions(world.db, silentLog, pauses, minutes * minute);
    return warn.mock.calls.length;
  };
  const tries: number[] = [];
  for (const minutes of [0, 1, 2, 3, 5, 6]) tries.push(await triesAt(minutes));
  expect(tries).toEqual([1, 0, 1, 0, 0, 1]);
  expect(await bounds('calls')).toHaveLength(2);
  done.resolve();
  await reading;
  await other.close();
  await keepPartitions(world.db, silentLog, pauses, 14 * minute);
  expect(await bounds('calls')).toHaveLength(3);
});

const insertRun = statement(
  'test.partitions.run',
  `with r as (
     insert into workflow_runs (organization_id, run_id, workflow_id, status, input, triggered_by, request_id, created_at)
     values ($1, $2, 'workflow_a', 'completed', '{}', 'member_a', 'req_a', now()))
   insert into workflow_steps (organization_id, run_id, step_key, step_id, type, status, position, attempts, started_at)
   values ($1, $2, 'a', 'a', 'code', 'completed', 1, 1, now())`,
);
const removeRun = statement('test.partitions.remove_run', 'delete from workflow_runs where run_id = $1');
const stepsLeft = statement(
  'test.partitions.steps_left',
  'select run_id as id from workflow_steps order by 1',
);

test('partitions of runs are dropped with those of their steps when their runs are removed', async () => {
  await keepPartitions(world.db, silentLog);
  const parts = () => partitionsOf(world.db, 'workflow_runs');
  const [first, second] = await parts();
  const [firstMs, secondMs] = [timeOfId(first!.to!), timeOfId(second!.to!)];
  const runs = [firstMs - dayMs, firstMs + dayMs].map((atMs) => `${idBound('run', atMs)}0000000000000001`);
  for (const runId of runs) await world.db.query(insertRun, [organizationId, runId]);
  await dropEmptyRunPartitions(world.db, secondMs + dayMs);
  expect(await world.db.query(stepsLeft)).toEqual(runs.map((id) => ({ id })));
  await world.db.query(removeRun, [runs[0]]);
  await dropEmptyRunPartitions(world.db, firstMs + dayMs - 1);
  expect(await parts()).toMatchObject([{ isEmpty: false }, { isEmpty: false }, { isEmpty: true }]);
  await dropEmptyRunPartitions(world.db, secondMs + dayMs);
  expect(await parts()).toMatchObject([{ isEmpty: true }, { isEmpty: false }, { isEmpty: true }]);
  expect(await world.db.query(stepsLeft)).toEqual([{ id: runs[1] }]);
  expect(await bounds('workflow_steps')).toEqual(await bounds('workflow_runs'));
});

test('retention drops a partition in which all is expired, with everything of its calls', async () => {
  const [first] = await partitionsOf(world.db, 'calls');
  const boundMs = timeOfId(first!.to!);
  const old = await world.call(organizationId);
  const later = await world.call(organizationId, {
    callId: `${idBound('call', boundMs + dayMs)}0000000000000001`,
  });
  await world.db.query(end, [old, null]);
  await world.db.query(end, [later, null]);
  await cutAt(boundMs + 2 * dayMs);
  await world.db.query(keep, [organizationId, 30]);
  expect(await forgetCallPartitions(world.db, boundMs + 30 * dayMs - 1)).toBe(0);
  expect(await idsLeft()).toEqual([old, later]);
  expect(await forgetCallPartitions(world.db, boundMs + 31 * dayMs)).toBe(1);
  expect(await idsLeft()).toEqual([later]);
  expect(await world.db.query(beside)).toEqual([
    {
      ...{ decisions: 1, spoken: 1, ended: 1, data: 1, removals: 1, waits: 1 },
      audit: [expect.stringMatching(/^1 calls that ended before \d{4}-\d\d-\d\d, by retention$/)],
    },
  ]);
  expect(await bounds('calls')).toEqual(await bounds('call_events'));
});

test('a partition stays while one organization keeps its calls, or a call is not over, ended late or is awaited', async () => {
  const [first] = await partitionsOf(world.db, 'calls');
  const boundMs = timeOfId(first!.to!);
  const lateMs = boundMs + 400 * dayMs;
  const other = await world.organization();
  const own = await world.call(organizationId);
  const foreign = await world.call(other);
  await world.db.query(end, [own, null]);
  await world.db.query(keep, [organizationId, 30]);
  // Another organization keeps its calls for ever.
  expect(await forgetCallPartitions(world.db, lateMs)).toBe(0);
  await world.db.query(keep, [other, 30]);
  // Its call is still queued.
  expect(await forgetCallPartitions(world.db, lateMs)).toBe(0);
  await world.db.query(end, [foreign, new Date(lateMs - 5 * dayMs)]);
  expect(await forgetCallPartitions(world.db, lateMs)).toBe(0);
  await world.db.query(awaited, [organizationId, own]);
  expect(await forgetCallPartitions(world.db, lateMs + 40 * dayMs)).toBe(0);
  await world.db.query(deliver);
  expect(await idsLeft()).toEqual([own, foreign].sort());
  expect(await forgetCallPartitions(world.db, lateMs + 40 * dayMs)).toBe(2);
  expect(await idsLeft()).toEqual([]);
});

test('a partition without calls is dropped once none can come any more, and its keys still have a place', async () => {
  const [first] = await partitionsOf(world.db, 'calls');
  const boundMs = timeOfId(first!.to!);
  expect(await forgetCallPartitions(world.db, boundMs)).toBe(0);
  const late = await world.call(organizationId);
  await world.db.query(remove, [late]);
  await cutAt(boundMs + 10 * dayMs);
  // Row versions of removed calls are left in the first one.
  const parts = () => partitionsOf(world.db, 'calls');
  expect(await parts()).toMatchObject([{ isEmpty: false }, { isEmpty: true }, { isEmpty: true }]);
  await forgetCallPartitions(world.db, boundMs + 2 * dayMs);
  expect(await parts()).toMatchObject([{ from: null, isEmpty: true }, { isEmpty: true }, { to: null }]);
  // Of several empty ones, one is left.
  await forgetCallPartitions(world.db, boundMs + 20 * dayMs);
  expect(await parts()).toMatchObject([
    { from: null, to: idBound('call', boundMs + 10 * dayMs) },
    { to: null },
  ]);
  await forgetCallPartitions(world.db, boundMs + 900 * dayMs);
  expect(await parts()).toHaveLength(2);
  // A call with an id of long ago has a place.
  await world.call(organizationId, { callId: late });
  expect(await idsLeft()).toEqual([late]);
});
