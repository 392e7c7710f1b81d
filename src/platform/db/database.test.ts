import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/world/template-database.ts';
import { boundResults, LargeResultError } from '../kernel/index.ts';
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

test('a connection that the server breaks off while it is being closed is nothing to be told', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options = { connectionString: database.url, connectionsMax: 1, applicationName: 'test' };
  const operator = new Database({ ...options, log: pino({ level: 'silent' }) });
  onTestFinished(() => operator.close());
  const told: string[] = [];
  const db = new Database({ ...options, log: pino({}, { write: (line) => void told.push(line) }) });
  const [row] = await db.query<{ pid: number }>(
    statement('test.closed_self', 'select pg_backend_pid() as pid'),
  );
  const { pid } = row!;
  // It has not read the goodbye when it is told to end, as on a busy machine.
  process.kill(pid, 'SIGSTOP');
  const goOn = () => process.kill(pid, 'SIGCONT');
  onTestFinished(() => {
    try {
      goOn();
    } catch {
      // It has ended, as it should have.
    }
  });
  await db.close();
  await operator.query(statement('test.break_off', 'select pg_terminate_backend($1)'), [pid]);
  goOn();
  const isThere = statement('test.is_there', 'select from pg_stat_activity where pid = $1');
  await expect.poll(() => operator.query(isThere, [pid])).toEqual([]);
  // What it said last has come by now, and is read in this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual([]);
});

test('a result beyond its bound is refused, and its connection stays as good as before', async () => {
  const db = await openDatabase();
  const [before] = await db.query<{ pid: number }>(self);
  const rows = boundResults(10_000, () => db.query(letters, [20_000]));
  await expect(rows).rejects.toThrow(LargeResultError);
  expect(await boundResults(10_000, () => db.query(letters, [9_000]))).toHaveLength(9);
  expect(await db.query(self)).toEqual([before]);
});

test('what bounded work has started goes on without the bound when the work is over', async () => {
  const db = await openDatabase();
  const over = Promise.withResolvers<void>();
  let loop: Promise<unknown[]> | undefined;
  await boundResults(10_000, async () => {
    loop = over.promise.then(() => db.query(letters, [20_000]));
  });
  over.resolve();
  expect(await loop).toHaveLength(20);
});

const self = statement('test.own_pid', 'select pg_backend_pid() as pid');
/** Rows of 1,000 letters each. */
const letters = statement(
  'test.letters',
  `select repeat('a', 1000) as text from generate_series(1, $1::int / 1000)`,
);

async function openDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const log = pino({ level: 'silent' });
  const db = new Database({
    connectionString: database.url,
    connectionsMax: 1,
    applicationName: 'test',
    log,
  });
  onTestFinished(() => db.close());
  return db;
}
