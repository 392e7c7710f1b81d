import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '../src/platform/db/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';
import { createTestDatabase } from '../test/world/template-database.ts';

const before = (await readMigrations()).filter(({ name }) => name < '000085_agents_by_name.sql');

test('an agent of before is named as its version is, and none is written without a name', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query('drop schema public cascade; create schema public');
  await client.query(`create table schema_migrations (
    version integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  for (const { version, name, checksum, sql } of before) {
    await client.query(sql);
    await client.query('insert into schema_migrations values ($1, $2, $3)', [version, name, checksum]);
  }
  const insertAgent = (agentId: string) =>
    client.query(
      `insert into agents (organization_id, agent_id, version, required_variables, created_at, updated_at)
       values ('org', $1, 2, '{}', now(), now())`,
      [agentId],
    );
  await client.query(
    "insert into organizations (organization_id, name, max_concurrent_calls) values ('org', 'Old', 1)",
  );
  await insertAgent('agent_a');
  await client.query(
    `insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
     values ('org', 'agent_a', 1, '{"name": "Ann"}', now(), 'member'),
       ('org', 'agent_a', 2, '{"name": "Anna"}', now(), 'member')`,
  );
  await migrate(url, silentLog);
  expect((await client.query('select name from agents')).rows).toEqual([{ name: 'Anna' }]);
  await expect(insertAgent('agent_b')).rejects.toMatchObject({ code: '23502', column: 'name' });
});
