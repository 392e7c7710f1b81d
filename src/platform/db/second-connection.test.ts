import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/world/template-database.ts';
import { Database } from './database.ts';
import { readStatement } from './statement.ts';

const outer = readStatement('test.second.outer', 'select 1 as n');
const inner = readStatement('test.second.inner', 'select 2 as n');

test('code that takes a second connection within a transaction is logged with both places, once a minute', async () => {
  const database = await createTestDatabase();
  const logged: unknown[] = [];
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });
  const options = { connectionString: database.url, applicationName: 'test', log };
  const db = new Database({ ...options, connectionsMax: 2 });
  const other = new Database({ ...options, connectionsMax: 1 });
  onTestFinished(async () => {
    await db.close();
    await other.close();
    await database.drop();
  });
  let later: Promise<unknown> | undefined;
  const over = Promise.withResolvers<void>();
  await db.transaction(async (tx) => {
    await tx.query(outer);
    await tx.query(inner);
    await other.query(inner);
    later = over.promise.then(() => db.query(inner));
  });
  over.resolve();
  await later;
  expect(logged).toEqual([]);
  for (let round = 0; round < 2; round++) {
    await db.transaction(async (tx) => {
      await tx.query(outer);
      await db.query(inner);
    });
  }
  expect(logged).toEqual([
    expect.objectContaining({
      held: 'test.second.outer',
      wanted: 'test.second.inner',
      err: expect.objectContaining({ stack: expect.stringContaining('second-connection.test.ts') }),
    }),
  ]);
});
