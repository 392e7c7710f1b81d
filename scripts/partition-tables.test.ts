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
     update calls set status = 'ended', ended_at = now()`,
  );
  return { url, client };
}

const contents = `select (select json_agg(c) from calls c) as calls, (select json_agg(c) from call_events c) as decisions,
  (select json_agg(c) from ended_calls c) as ended, (select json_agg(e order by seq) from events e) as events,
  (select json_agg(c) from call_changes c) as changes`;

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
