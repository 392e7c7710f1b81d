import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/world/template-database.ts';
import { Database } from './database.ts';
import { boundResults, LargeResultError } from './result-bound.ts';
import { statement } from './statement.ts';

test('logs only code and reason of an idle connection that breaks', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const logged = Promise.withResolvers<string>();
  const connectionString = database.url;
  const options = {
    connectionString,
    connectionsMax: 1,
    applicationName: 'test',
    log: pino({ level: 'silent' }),
  };
  const operator = new Database(options);
  const log = pino({}, { write: (line) => logged.resolve(line) });
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
  } = JSON.parse(await logged.promise);
  expect(fields).toEqual({
    code: '57P01',
    reason: 'terminating connection due to administrator command',
    msg: 'an idle database connection broke',
  });
});

test('logs nothing when the server breaks a connection that is being closed', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options = { connectionString: database.url, connectionsMax: 1, applicationName: 'test' };
  const operator = new Database({ ...options, log: pino({ level: 'silent' }) });
  onTestFinished(() => operator.close());
  const logged: string[] = [];
  const db = new Database({ ...options, log: pino({}, { write: (line) => void logged.push(line) }) });
  const [row] = await db.query<{ pid: number }>(
    statement('test.closed_self', 'select pg_backend_pid() as pid'),
  );
  const { pid } = row!;
  // The stopped backend cannot read our goodbye, as on a busy machine.
  process.kill(pid, 'SIGSTOP');
  const goOn = () => process.kill(pid, 'SIGCONT');
  onTestFinished(() => {
    try {
      goOn();
    } catch {
      // It has ended as expected.
    }
  });
  await db.close();
  await operator.query(statement('test.break_off', 'select pg_terminate_backend($1)'), [pid]);
  goOn();
  const isThere = statement('test.is_there', 'select from pg_stat_activity where pid = $1');
  await expect.poll(() => operator.query(isThere, [pid])).toEqual([]);
  // Its last message has arrived by now and is read in this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged).toEqual([]);
});

test('refuses a result beyond its bound, ends its statement, and replaces the connection', async () => {
  const db = await openDatabase();
  const [before] = await db.query<{ pid: number }>(self);
  const begunMs = performance.now();
  const rows = boundResults(10_000, () => db.query(slowLetters, [200]));
  await expect(rows).rejects.toThrow(LargeResultError);
  // All rows would take 20 s.
  expect(performance.now() - begunMs).toBeLessThan(8_000);
  expect(await boundResults(10_000, () => db.query(letters, [9_000]))).toHaveLength(9);
  const [after] = await db.query<{ pid: number }>(self);
  expect(after).not.toEqual(before);
  await expect.poll(() => db.query(isThere, [before!.pid])).toEqual([]);
});

test('lifts the bound from work that outlives the bounded function', async () => {
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
const isThere = statement('test.database.is_there', 'select from pg_stat_activity where pid = $1');
/** One row of 100,000 letters every 100 ms. */
const slowLetters = statement(
  'test.slow_letters',
  `select repeat('a', 100000) as text, pg_sleep(0.1) from generate_series(1, $1::int)`,
);
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

test('has the server notice a client that vanished', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const log = pino({ level: 'silent' });
  const options = { connectionString: database.url, connectionsMax: 1, applicationName: 'test', log };
  const db = new Database(options);
  onTestFinished(() => db.close());
  // The values with which the session began. At the Unix socket of the tests SHOW answers 0, and over TCP these values.
  const tcp = statement(
    'test.tcp_settings',
    "select json_object_agg(name, reset_val) as settings from pg_settings where name like 'tcp%'",
  );
  const [row] = await db.query<{ settings: Record<string, string> }>(tcp);
  expect(row!.settings).toEqual({
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '2',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '11000',
  });
});
