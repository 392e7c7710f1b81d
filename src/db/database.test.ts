import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/world/template-database.ts';
import { Database } from './database.ts';
import { statement } from './statement.ts';

test('an idle connection that breaks is told by its code and reason alone', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const told = Promise.withResolvers<string>();
  const connectionString = database.url;
  const options = {
    connectionString,
    connectionsMax: 1,
    applicationName: 'test',
    log: pino({ level: 'silent' }),
  };
  const operator = new Database(options);
  const log = pino({}, { write: (line) => told.resolve(line) });
  const db = new Database({ ...options, log });
  onTestFinished(async () => {
    await db.close();
    await operator.close();
  });
  const self = statement('test.self', 'select pg_backend_pid() as pid');
  const [row] = await db.query<{ pid: number }>(self);
  await operator.query(statement('test.end', 'select pg_terminate_backend($1)'), [row!.pid]);
  const {
    level: _level,
    time: _time,
    pid: _pid,
    hostname: _hostname,
    ...fields
  } = JSON.parse(await told.promise);
  expect(fields).toEqual({
    code: '57P01',
    reason: 'terminating connection due to administrator command',
    msg: 'an idle database connection broke',
  });
});
