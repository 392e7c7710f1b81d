import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/world/template-database.ts';
import { silentLog } from '../kernel/index.ts';
import { migrate, readMigrations } from './migrate.ts';

it('lets others use a table while a migration waits for a backup of it', async () => {
  const database = await createTestDatabase();
  const clients = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
  const [backup, beat] = clients as [pg.Client, pg.Client];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await backup.query('begin; lock table nodes in access share mode');
    const known = await readMigrations();
    const version = known.at(-1)!.version + 1;
    const sql = 'alter table nodes add column test_column text;';
    const added = { version, name: `${version}_test.sql`, sql, checksum: 'test', worksFrom: 1 };
    const migrated = migrate(database.url, silentLog, [...known, added]);
    const waits = "select from pg_locks where relation = 'nodes'::regclass and not granted";
    await expect
      .poll(async () => (await beat.query(waits)).rowCount, { interval: 20, timeout: 10_000 })
      .toBe(1);
    // Without a bound of the migration's wait, this would wait until the backup ends.
    await beat.query("set statement_timeout = '20s'");
    await beat.query('update nodes set heartbeat_at = clock_timestamp()');
    await backup.query('rollback');
    await migrated;
    expect((await beat.query('select test_column from nodes')).rowCount).toBe(0);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await database.drop();
  }
});
