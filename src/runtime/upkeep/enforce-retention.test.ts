import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startObjectServer } from '../../../test/world/object-server.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { recordEvent, recordingEndings, recordingKey } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { ObjectStore } from '../../platform/object-store/index.ts';
import { enforceRetention } from './enforce-retention.ts';
import { RecordingRemovals } from './remove-recordings.ts';

const keep = statement(
  'test.retention.keep',
  `update organizations set calls_days = $2, recordings_days = $3, chats_days = $4, runs_days = $5
   where organization_id = $1`,
);
const end = statement(
  'test.retention.end',
  `with ended as (
     update calls set status = 'ended', ended_at = now(), recording_file = $2, recording_store = $3
     where call_id = $1 returning *),
   dequeued as (delete from queued_calls where call_id = $1),
   spoken as (insert into spoken_calls select organization_id, created_at, call_id, agent_id from ended)
   insert into session_data (organization_id, call_id, customer_number, data, written_at, expires_at)
   select organization_id, call_id, customer_number, '{}', now(), now() from ended`,
);
const sideRows = statement(
  'test.retention.side_rows',
  `select (select count(*)::int from call_events where call_id = any($1)) as events,
     (select count(*)::int from spoken_calls where call_id = any($1)) as spoken,
     (select count(*)::int from session_data where call_id = any($1)) as data`,
);
const callIds = statement('test.retention.calls', 'select call_id as id from calls order by call_id');
const awaited = statement(
  'test.retention.awaited',
  `with e as (
     insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, enabled, sealed_secret, seen,
       created_at, updated_at)
     values ($1, 'webhook_a', 'https://example.com', '{*}', true, '', pg_current_snapshot(), now(), now()))
   insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id,
     event_at, status, created_at)
   values ($1, 'webhook_a', 'delivery_a', 'event_a', 'call.ended', $2, now(), 'pending', now())`,
);
const deliver = statement('test.retention.deliver', "update webhook_deliveries set status = 'delivered'");
const insertChats = statement(
  'test.retention.chats',
  `with made as (
     insert into chats (organization_id, chat_id, agent_id, customer_unique_id, status, chat_variables, created_at,
       updated_at, ended_at, analysis_status)
     values ($1, 'chat_0', 'agent_a', 'c', 'ended', '{}', now(), now(), now(), 'done'),
       ($1, 'chat_1', 'agent_a', 'c', 'active', '{}', now(), now(), null, null),
       ($1, 'chat_2', 'agent_a', 'c', 'abandoned', '{}', now(), now(), now(), 'pending') returning *)
   insert into chat_messages (organization_id, chat_id, position, message_id, role, content, created_at)
   select organization_id, chat_id, 1, chat_id || '_m', 'user', 'Hello', now() from made`,
);
const chatsLeft = statement(
  'test.retention.chats_left',
  'select chat_id as id from chats union all select chat_id from chat_messages order by id',
);
const insertRuns = statement(
  'test.retention.runs',
  `with made as (
     insert into workflow_runs (organization_id, run_id, workflow_id, version, status, input, triggered_by, request_id,
       created_at, ended_at, parent_run_id)
     values ($1, 'run_0', 'workflow_a', 1, 'completed', '{}', 'x', 'req', now(), now(), null),
       ($1, 'run_1', 'workflow_a', 1, 'waiting', '{}', 'x', 'req', now(), null, null),
       ($1, 'run_2', 'workflow_a', 1, 'failed', '{}', 'x', 'req', now(), now(), 'run_1') returning *)
   insert into workflow_steps (organization_id, run_id, step_key, step_id, type, status, position, attempts, started_at)
   select organization_id, run_id, 'a', 'a', 'end', 'completed', 1, 1, now() from made`,
);
const runsLeft = statement(
  'test.retention.runs_left',
  'select run_id as id from workflow_runs union all select run_id from workflow_steps order by id',
);
const audit = statement(
  'test.retention.audit',
  `select doc::json ->> 'resourceType' as type, doc::json ->> 'resourceLabel' as label from audit_logs
   where doc::json ->> 'actionVerb' = 'deleted' order by created_at`,
);

let world: QueueWorld;
let organizationId: string;
let folder: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
  folder = await mkdtemp(join(tmpdir(), 'parley-retention-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

const inDays = (days: number) => Date.now() + days * 86_400_000;
const ids = async (what: typeof callIds) => (await world.db.query<{ id: string }>(what)).map(({ id }) => id);
async function ended(organization = organizationId, store = 'local', hasRecording = true): Promise<string> {
  const callId = await world.call(organization);
  await recordEvent(world.db, organization, callId, {
    ...{ decision: 'noted', reason: 'test', message: 'Noted.' },
  });
  await world.db.query(end, [callId, hasRecording ? `${callId}.wav` : null, store]);
  return callId;
}

test('removes calls with their other rows, and keeps queued and live calls and those with pending deliveries', async () => {
  const other = await world.organization();
  const old = await ended();
  const awaitingDelivery = await ended();
  const waiting = await world.call(organizationId);
  const live = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
  const foreign = await ended(other);
  await world.db.query(awaited, [organizationId, awaitingDelivery]);
  await world.db.query(keep, [organizationId, 30, null, null, null]);
  expect(await enforceRetention(world.db, inDays(30))).toBe(0);
  expect(await enforceRetention(world.db, inDays(32))).toBe(1);
  expect(await ids(callIds)).toEqual([awaitingDelivery, waiting, live, foreign].sort());
  expect(await world.db.query(sideRows, [[old]])).toEqual([{ events: 0, spoken: 0, data: 0 }]);
  expect(await world.db.query(sideRows, [[awaitingDelivery, foreign]])).toEqual([
    { events: 2, spoken: 2, data: 2 },
  ]);
  await world.db.query(deliver);
  expect(await enforceRetention(world.db, inDays(32))).toBe(1);
  const entry = {
    type: 'calls',
    label: expect.stringMatching(/^1 calls that ended before \d{4}-\d\d-\d\d, by/),
  };
  expect(await world.db.query(audit)).toEqual([entry, entry]);
});

test('removes recordings before their calls: the file of this machine, and the copy in the store', async () => {
  await using server = await startObjectServer('id');
  const store = new ObjectStore({
    ...{ endpoint: server.endpoint, bucket: 'bucket', region: 'us-east-1' },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const local = await ended();
  const waiting = await world.call(organizationId);
  const stored = await ended(organizationId, 's3');
  const path = join(folder, `${local}.wav`);
  await writeFile(path, 'RIFF');
  await store.put(recordingKey(organizationId, stored), path, 'audio/wav', AbortSignal.timeout(10_000));
  await world.db.query(keep, [organizationId, null, 2, null, null]);
  expect(await enforceRetention(world.db, inDays(2))).toBe(0);
  server.isDown = true;
  expect(await enforceRetention(world.db, inDays(4))).toBe(2);
  expect(await enforceRetention(world.db, inDays(5))).toBe(0);
  expect((await world.read(local)).status).toBe('ended');

  const { signal } = new AbortController();
  const log = silentLog;
  const removals = () => new RecordingRemovals({ db: world.db, store, recordingsDir: folder, log, signal });
  expect(await removals().run(0)).toBe(0);
  expect(server.objects.size).toBe(1);
  server.isDown = false;
  expect(await removals().run(0)).toBe(2);
  expect(await readdir(folder)).toEqual([]);
  expect(server.objects.size).toBe(0);
  // Another machine that has the file, or one of its process that was killed while the call moved, removes it later.
  for (const ending of recordingEndings) await writeFile(join(folder, `${stored}.${ending}`), 'RIFF');
  await removals().run(0);
  expect(await readdir(folder)).toEqual([]);

  // A call that was queued when others were removed is removed by a later run.
  await world.db.query(end, [waiting, `${waiting}.wav`, 'local']);
  expect(await enforceRetention(world.db, inDays(4))).toBe(1);
  expect(await world.db.query(audit)).toMatchObject([{ type: 'recordings' }, { type: 'recordings' }]);
});

test('removes ended chats and runs with their rows, and no others', async () => {
  await world.db.query(insertChats, [organizationId]);
  await world.db.query(insertRuns, [organizationId]);
  await world.db.query(keep, [organizationId, null, null, 7, 7]);
  expect(await enforceRetention(world.db, inDays(9))).toBe(2);
  expect(await ids(chatsLeft)).toEqual(['chat_1', 'chat_1', 'chat_2', 'chat_2']);
  expect(await ids(runsLeft)).toEqual(['run_1', 'run_1', 'run_2', 'run_2']);
  expect(await world.db.query(audit)).toMatchObject([{ type: 'chats' }, { type: 'workflow_runs' }]);
});
