import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '../src/platform/db/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';
import { createTestDatabase } from '../test/world/template-database.ts';
import { dumpSchema } from './dump-schema.ts';

const migrations = await readMigrations();
/** The migrations that partition tables, by the line between their parts. */
const partLine = '-- Then, in a transaction of its own:\n';
const partitioning = migrations.filter(({ sql }) => sql.includes(partLine));

/** A database as it was before the first table was partitioned, with a call of each table. */
async function databaseBefore(): Promise<{ url: string; client: pg.Client }> {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query('drop schema public cascade; create schema public');
  await migrate(url, silentLog, migrations.slice(0, partitioning[0]!.version - 1));
  await client.query(
    `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
       created_at) values ('org_a', 'call_01a', 'agent_a', 'outboundPhoneCall', 'queued', '+1', 'number_a', '+2', now());
     insert into call_events (organization_id, call_id, decision, reason, message) values ('org_a', 'call_01a', 'noted', 'x', 'x');
     update calls set status = 'ended', ended_at = now();
     insert into workflow_runs (organization_id, run_id, workflow_id, status, input, triggered_by, request_id, created_at)
       values ('org_a', 'run_01a', 'workflow_a', 'waiting', '{}', 'member_a', 'req_a', now());
     insert into workflow_open_runs (organization_id, run_id, ready_at) values ('org_a', 'run_01a', now());
     insert into workflow_steps (organization_id, run_id, step_key, step_id, type, status, position, attempts, started_at)
       values ('org_a', 'run_01a', 'a', 'a', 'code', 'completed', 1, 1, now())`,
  );
  return { url, client };
}

/** Without the columns that came after the partitions. */
const contents = `select (select json_agg(to_jsonb(c) - 'tags') from calls c) as calls, (select json_agg(c) from call_events c) as decisions,
  (select json_agg(c) from ended_calls c) as ended, (select json_agg(e order by seq) from events e) as events,
  (select json_agg(c) from call_changes c) as changes, (select json_agg(r) from workflow_runs r) as runs,
  (select json_agg(s) from workflow_steps s) as steps`;

test('partitioning keeps every row, and programs go on with their prepared statements, sequences and triggers', async () => {
  const { url, client } = await databaseBefore();
  const read = () => client.query({ name: 'contents', text: contents });
  const { rows: before } = await read();
  await migrate(url, silentLog);
  expect((await read()).rows).toEqual(before);
  await client.query(
    `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
       created_at) values ('org_a', 'call_0zz', 'agent_a', 'outboundPhoneCall', 'queued', '+1', 'number_a', '+2', now());
     update calls set status = 'canceled' where call_id = 'call_0zz';
     insert into call_events (organization_id, call_id, decision, reason, message) values ('org_a', 'call_0zz', 'noted', 'x', 'x')`,
  );
  const { rows: after } = await client.query(
    `select (select array_agg(status order by call_id) from ended_calls) as ended,
       (select array_agg(event_id::int order by call_id) from call_events) as decisions,
       (select array_agg(tableoid::regclass::text order by call_id) from calls) as places`,
  );
  const [{ decisions }] = before as [{ decisions: { event_id: number }[] }];
  const first = decisions[0]!.event_id;
  expect(after).toEqual([
    {
      ended: ['ended', 'canceled'],
      decisions: [first, first + 1],
      places: ['partitions.calls_1', 'partitions.calls_2'],
    },
  ]);
});

test('a migration that was killed after any of its parts is completed by the next start', async () => {
  const { url, client } = await databaseBefore();
  const { rows: before } = await client.query(contents);
  for (const { sql, version } of partitioning) {
    await migrate(url, silentLog, migrations.slice(0, version - 1));
    for (const part of sql.split(partLine).slice(0, -1)) {
      await client.query(`begin; ${part}; commit`);
      // The next start repeats every part that was committed before the kill.
      for (const again of sql.split(partLine).slice(0, sql.split(partLine).indexOf(part)))
        await client.query(`begin; ${again}; commit`);
    }
  }
  await migrate(url, silentLog);
  expect((await client.query(contents)).rows).toEqual(before);
  const { url: other, drop } = await createTestDatabase();
  onTestFinished(drop);
  expect(await dumpSchema(url)).toBe(await dumpSchema(other));
});

test('the bounds of a table accept no row beyond them before it is partitioned', async () => {
  const { client } = await databaseBefore();
  const { sql } = migrations[partitioning[0]!.version - 2]!;
  await client.query(sql);
  await client.query("select bound_table('calls', 'call_id', 'call_05')");
  await expect(client.query("select partition_table('calls', 'call_id')")).rejects.toThrow(
    'no validated constraint',
  );
  await expect(client.query("update calls set call_id = 'call_06'")).rejects.toThrow('calls_below');
});

test('steps and the open row of a run are removed with it after the foreign keys have gone', async () => {
  const { url, client } = await databaseBefore();
  await migrate(url, silentLog);
  await client.query("delete from workflow_runs where run_id = 'run_01a'");
  const { rows } = await client.query(
    'select (select count(*)::int from workflow_steps) as steps, (select count(*)::int from workflow_open_runs) as open',
  );
  expect(rows).toEqual([{ steps: 0, open: 0 }]);
});

test('a run that is removed while a process writes its steps leaves none of them', async () => {
  const { url, client } = await databaseBefore();
  await migrate(url, silentLog);
  await client.query("update workflow_open_runs set node_id = 'node_a', claim = 1");
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  const step = { key: 'b', stepId: 'b', type: 'code', status: 'completed', position: 2, attempts: 1 };
  const steps = [{ ...step, startedAt: new Date().toISOString() }];
  const items = [{ organizationId: 'org_a', runId: 'run_01a', claim: 1, wakes: 0, steps }];
  await writer.query('begin');
  const { rows: verdicts } = await writer.query('select workflow_advance($1, $2) as verdict', [
    'node_a',
    JSON.stringify(items),
  ]);
  expect(verdicts).toEqual([{ verdict: 'ok' }]);
  const { rows: pids } = await client.query('select pg_backend_pid() as pid');
  const removing = client.query('delete from workflow_runs');
  const waits = () => writer.query('select from pg_locks where not granted and pid = $1', [pids[0].pid]);
  await expect.poll(async () => (await waits()).rowCount, { interval: 5 }).toBe(1);
  await writer.query('commit');
  await writer.end();
  await removing;
  expect((await client.query('select from workflow_steps')).rowCount).toBe(0);
});
