import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallWriter, liveStatuses } from '../../src/domains/calls/index.ts';
import { currentPosition, readEvents } from '../../src/domains/events/index.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded/index.ts';
import { Database, migrate, statement } from '../../src/platform/db/index.ts';
import { monotonicMs, silentLog } from '../../src/platform/kernel/index.ts';
import { EpochWatch } from '../../src/platform/nodes/index.ts';
import { loadDialableCalls } from '../../src/runtime/dialer/dialable-call.ts';
import { CallJournal, writeBackCalls } from '../../src/runtime/session/index.ts';
import { settleFailover } from '../../src/runtime/upkeep/settle-failover.ts';
import { QueueWorld } from '../world/queue-world.ts';
import { quickFolder } from '../world/quick-folder.ts';

// A failover to a standby that is behind: the cluster's files are copied while it runs, the primary goes on and is
// killed, and the copy is promoted in its place. The copy ends its recovery on a timeline of its own.

const settings = { wal_level: 'replica', hot_standby: 'off', restore_command: '/bin/false' };

let folder: string;
let server: EmbeddedPostgres;
let db: Database;
let world: QueueWorld;
const start = () => startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false, settings });
beforeEach(async () => {
  folder = await mkdtemp(join(quickFolder(), 'parley-failover-'));
  server = await start();
  await migrate(server.url, silentLog);
  db = new Database({
    ...{ connectionString: server.url, applicationName: 'test', connectionsMax: 6, log: silentLog },
  });
  world = QueueWorld.over(db);
});
afterEach(async () => {
  await db.close();
  await server.stop('immediate');
  await rm(folder, { recursive: true, force: true });
});

/** Copies the running cluster, as it is now, to `standby`. */
async function copyCluster(standby: string): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  const sources = { recursive: true, filter: (path: string) => !/postmaster\.pid|\.s\.PGSQL/.test(path) };
  await cp(join(folder, 'postgres'), standby, sources);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  await cp(join(folder, 'postgres', 'pg_wal'), join(standby, 'pg_wal'), { recursive: true });
  await writeFile(join(standby, 'backup_label'), rows[0]!.labelfile);
  await writeFile(join(standby, 'recovery.signal'), '');
}

/** Kills the primary and promotes the copy at its address. */
async function failOver(standby: string): Promise<void> {
  process.kill(server.processId, 'SIGKILL');
  await server.exited;
  await rename(join(folder, 'postgres'), join(folder, 'lost'));
  await rename(standby, join(folder, 'postgres'));
  server = await start();
}

const addNode = statement(
  'test.failover.add_node',
  "insert into nodes (node_id, roles) values ('node_a', '{calls,dialer}')",
);
const takeXid = statement('test.failover.xid', 'select pg_current_xact_id()');
const claim = statement(
  'test.failover.claim_all',
  "select call_id from claim_due_calls($1, 'node_a', $2) as call_id",
);

it('calls no customer twice and reads every event when a standby that is behind takes over', async () => {
  const organizationId = await world.organization({ max: 10 });
  await db.query(addNode);
  const writer = new CallWriter(db);
  const journal = new CallJournal();
  const live = new Set<string>();
  const carries = (callId: string) => live.has(callId);
  const watch = new EpochWatch({
    ...{ db, nodeId: 'node_a', capacity: 10, requiresSynchronous: false, log: silentLog },
    writeBack: ({ timeline }) =>
      writeBackCalls({ db, writer, journal, nodeId: 'node_a', carries, log: silentLog }, timeline),
    onReached: (timeline) => journal.reachTimeline(timeline),
  });
  await watch.look();

  /** How often each customer's telephone rang. */
  const rings = new Map<string, number>();
  async function dial(most: number): Promise<string[]> {
    const rows = await db.query<{ call_id: string | null }>(claim, [organizationId, most]);
    const callIds = rows.flatMap(({ call_id }) => call_id ?? []);
    const held = { organizationId, callIds, nodeId: 'node_a', claimedAtMs: monotonicMs() };
    for (const call of await loadDialableCalls(db, held)) {
      expect(journal.dialing(call, 'trunk_a')).toBe(true);
      rings.set(call.customerNumber, (rings.get(call.customerNumber) ?? 0) + 1);
      live.add(call.callId);
    }
    return callIds;
  }
  async function end(callId: string): Promise<void> {
    const ending = {
      status: 'ended',
      endedBy: null,
      endedReason: 'customer-busy',
      message: 'Busy.',
    } as const;
    journal.over(callId, { ending, atMs: monotonicMs(), answeredAtMs: null });
    live.delete(callId);
    await writer.end({ organizationId, callId, nodeId: 'node_a', from: liveStatuses }, ending);
  }

  for (let i = 0; i < 12; i++) await world.call(organizationId);
  const [early] = await dial(1);
  await watch.look();
  await copyCluster(join(folder, 'standby'));

  // The standby has nothing of what follows.
  const [answered, busy, gone] = await dial(4);
  journal.answered(answered!, { recordingFile: null, dialog: { of: 'the call' } }, monotonicMs());
  await end(busy!);
  await end(early!);
  journal.over(gone!, null);
  live.delete(gone!);
  const fresh = await world.call(organizationId, { dueInMs: -1_000_000 });
  expect(await dial(1)).toEqual([fresh]);
  await watch.look();
  // More transactions than the test makes afterwards, so that their ids are used again.
  for (let i = 0; i < 100; i++) await db.query(takeXid);
  const cursor = await currentPosition(db);
  await failOver(join(folder, 'standby'));

  await expect.poll(() => dial(10).catch(() => null), { timeout: 20_000 }).toEqual([]);
  await watch.look();
  expect(watch.epoch).toMatchObject({ timeline: 2, isLossy: true });
  expect(await dial(10)).toEqual([]);
  expect(await settleFailover(db, silentLog, 0)).toBe(1);
  for (let callIds = await dial(10); callIds.length > 0; callIds = await dial(10))
    for (const callId of callIds) await end(callId);

  expect([...rings.values()]).toEqual(Array(13).fill(1));
  expect(await world.read(answered!)).toMatchObject({ status: 'in-progress', node_id: 'node_a' });
  for (const callId of [busy!, early!]) expect((await world.read(callId)).ended_reason).toBe('customer-busy');
  expect((await world.read(gone!)).ended_reason).toBe('unknown-outcome');

  const { events } = await readEvents(db, organizationId, cursor, { types: null, limit: 100 });
  const failedOver = events.find(({ type }) => type === 'database.failedOver');
  expect(failedOver?.data).toMatchObject({ timeline: 2, callsUnknown: 1, missingCallIds: [fresh] });
  // Every end after the failover is read from a position that the lost primary gave.
  const ended = events.filter(({ type }) => type === 'call.ended').map(({ resourceId }) => resourceId);
  expect(ended).toEqual(expect.arrayContaining([busy, early, gone]));
  expect(ended).toHaveLength(
    (await world.readAll(organizationId)).filter(({ status }) => status === 'ended').length,
  );
});
