import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseLine } from '../../../test/world/database-line.ts';
import { onlyReads } from '../../../test/world/only-reads.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { OutcomeUnknownError, silentLog } from '../kernel/index.ts';
import { Connection, connectionConfig } from './connection.ts';
import { Database } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { readStatement, statement } from './statement.ts';
import { Unanswered } from './unanswered.ts';

const make = statement('test.lost.make', 'create table kept (n int)');
const empty = statement('test.lost.empty', 'delete from kept');
const add = statement('test.lost.add', 'insert into kept (n) values ($1)');
const read = readStatement('test.lost.read', 'select n from kept where n = $1');
const backend = statement('test.lost.backend', 'select pg_backend_pid() as pid');
const functions = statement(
  'test.lost.functions',
  "select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace",
);
const isThere = statement('test.lost.is_there', 'select from pg_stat_activity where pid = $1');
const terminate = statement('test.lost.terminate', 'select pg_terminate_backend($1)');

const options = { applicationName: 'test', connectionsMax: 2, log: silentLog };

let database: TestDatabase;
let line: DatabaseLine;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await DatabaseLine.open(database);
  db = new Database({ ...options, connectionString: line.url });
  await db.query(make);
});
afterAll(async () => {
  await db.close();
  await line.close();
  await database.drop();
});
beforeEach(() => db.query(empty));

const isKept = async (n: number) => (await db.query(read, [n])).length === 1;

describe('the outcome is unknown for', () => {
  test.for([
    ['unheard', 1, false],
    ['unanswered', 2, true],
  ] as const)('a COMMIT that went %s', async ([cut, n, kept]) => {
    line.cutAt('COMMIT', cut);
    const thrown = await db.transaction((tx) => tx.query(add, [n])).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(OutcomeUnknownError);
    expect(await isKept(n)).toBe(kept);
  });

  test.for([
    ['unheard', 3, false],
    ['unanswered', 4, true],
  ] as const)('a single statement that went %s', async ([cut, n, kept]) => {
    line.cutAt('test.lost.add', cut);
    await expect(db.query(add, [n])).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(await isKept(n)).toBe(kept);
  });
});

describe('nothing is stored when the connection is lost', () => {
  test.for(['unheard', 'unanswered'] as const)('before COMMIT, at a statement that went %s', async (cut) => {
    line.cutAt('test.lost.add', cut);
    const thrown = await db.transaction((tx) => tx.query(add, [5])).catch((error: unknown) => error);
    expect(thrown).not.toBeInstanceOf(OutcomeUnknownError);
    expect(await isKept(5)).toBe(false);
  });

  test('before COMMIT is sent', async () => {
    const direct = new Database({ ...options, connectionString: database.url });
    onTestFinished(() => direct.close());
    const work = direct.transaction(async (tx) => {
      await tx.query(add, [6]);
      const [row] = await tx.query<{ pid: number }>(backend);
      await direct.query(terminate, [row!.pid]);
      await expect.poll(() => direct.query(isThere, [row!.pid])).toEqual([]);
      // Its last message has arrived by now and is read in this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    });
    const thrown = await work.catch((error: unknown) => error);
    expect(thrown).toMatchObject({ message: expect.stringContaining('not queryable') });
    expect(await isKept(6)).toBe(false);
  });

  test('at a statement that only reads', async () => {
    line.cutAt('test.lost.read', 'unanswered');
    const thrown = await db.query(read, [1]).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(OutcomeUnknownError);
  });
});

describe('a URL with several hosts', () => {
  const readOnly = (is: boolean) =>
    db.query(
      statement(
        `test.lost.${is}`,
        `alter database ${database.connection.database} set default_transaction_read_only = ${is}`,
      ),
    );
  const open = (closedPort: number) => {
    const url = `${line.url.replace('127.0.0.1:', `127.0.0.1:${closedPort},127.0.0.1:`)}?target_session_attrs=read-write`;
    const several = new Database({ ...options, connectionString: url });
    onTestFinished(() => several.close());
    return several;
  };

  test('leads to the host that is a primary', async () => {
    const several = open(1);
    await several.query(add, [7]);
    expect(await isKept(7)).toBe(true);
    expect(await several.problem()).toBeNull();
  });

  test('without a primary says what is wrong with each host', async () => {
    await readOnly(true);
    const several = open(2);
    const thrown = await several.query(add, [8]).catch((error: unknown) => error);
    const problem = await several.problem();
    // This connection is older and may write.
    await readOnly(false);
    expect(String(thrown)).toMatch(
      /no host of DATABASE_URL is a primary: 127.0.0.1:2: connect ECONNREFUSED.*read-only \(a standby\)/,
    );
    expect(isDatabaseAway(thrown)).toBe(true);
    expect(problem).toBe('no host is a primary');
  });
});

test('a connection whose server became read-only is not used again', async () => {
  const become = statement('test.lost.become', 'set default_transaction_read_only = on');
  const single = new Database({ ...options, connectionsMax: 1, connectionString: line.url });
  onTestFinished(() => single.close());
  await single.query(become);
  expect(await single.problem()).toBe('read-only, as a standby is');
  const refused = single.transaction((tx) => tx.query(add, [9]));
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  await single.query(add, [9]);
  expect(await isKept(9)).toBe(true);
});

test('a statement that the network lost ends its connection, and a slow one does not', async () => {
  const times = { everyMs: 20, lookAfterMs: 40, endAfterMs: 60_000 };
  const config = connectionConfig({ connectionString: line.url, applicationName: 'test' });
  const unanswered = new Unanswered(config, silentLog, times);
  const [lost, slow] = [new Connection(config), new Connection(config)];
  await Promise.all([lost.connect(), slow.connect()]);
  onTestFinished(() => void lost.end());
  onTestFinished(() => slow.end());
  await slow.query('select pg_advisory_lock(5)');
  const other = new Connection(config);
  await other.connect();
  onTestFinished(() => other.end());
  const waiting = unanswered.watch(other, other.query('select pg_advisory_lock(5)'));
  line.cutAt('an answer is lost', 'silent');
  const thrown = await unanswered
    .watch(lost, lost.query("select 'an answer is lost'"))
    .catch((error: unknown) => error);
  expect(isDatabaseAway(thrown)).toBe(true);
  await slow.query('select pg_advisory_unlock(5)');
  expect((await waiting).rows).toHaveLength(1);
});

test.each([
  ['works at it', true, {}],
  ['is hidden behind a pooler, and the statement may take long', false, { mayTakeLong: true }],
])('a statement goes on however late it is while its backend %s', async (_, isVisible, kind) => {
  const times = { everyMs: 20, lookAfterMs: 40, endAfterMs: 60 };
  const config = connectionConfig({ connectionString: line.url, applicationName: 'test' });
  const unanswered = new Unanswered(isVisible ? config : null, silentLog, times);
  const client = new Connection(config);
  await client.connect();
  onTestFinished(() => client.end());
  const answer = await unanswered.watch(client, client.query('select 1 as n from pg_sleep(0.4)'), kind);
  expect(answer.rows).toEqual([{ n: 1 }]);
});

test('a transaction that may take long has no time limit, and the next one on its connection has', async () => {
  const limit = readStatement('test.lost.limit', 'show statement_timeout');
  const single = new Database({ ...options, connectionsMax: 1, connectionString: line.url });
  onTestFinished(() => single.close());
  const shown = (kind = {}) => single.transaction((tx) => tx.query(limit), kind);
  expect(await shown({ mayTakeLong: true })).toEqual([{ statement_timeout: '0' }]);
  expect(await shown()).toEqual([{ statement_timeout: '30s' }]);
});

test('reports an error of the database unchanged', async () => {
  const wrong = statement('test.lost.wrong', 'insert into kept (n) values ($1::text::int)');
  await expect(db.query(wrong, ['no number'])).rejects.toMatchObject({ code: '22P02' });
  await expect(db.transaction((tx) => tx.query(wrong, ['none']))).rejects.toMatchObject({ code: '22P02' });
  const deferred = db.transaction(async (tx) => tx.beforeCommit('select 1 / 0'));
  await expect(deferred).rejects.toMatchObject({ code: '22012' });
});

test('never takes a statement that changes something for a read', () => {
  const changing = ['insert into a values (1)', 'select claim($1)', 'select * from claim($1) as c'];
  const locking = [
    'with a as (update b set c = 1 returning d) select d from a',
    'select a from b for update',
  ];
  for (const text of [...changing, ...locking, 'notify a', 'create table a (b int)'])
    expect(onlyReads(text), text).toBe(false);
  const reading = [
    'select a, b from c',
    ' with a as (select 1 as b) select b from a',
    'select count(*) from a where b in (select unnest($1::text[]))',
  ];
  for (const text of reading) expect(onlyReads(text), text).toBe(true);
});

test('never takes a call of a function that changes or locks something for a read', async () => {
  const sources = await db.query<{ name: string; source: string }>(functions);
  const changes =
    /\b(insert into|update|delete from|for share|for key share|nextval|pg_notify|pg_advisory_\w+)\b/i;
  const changing = new Set(['pg_notify', 'nextval']);
  // A function that calls one of these changes something too.
  for (let known = 0; known < changing.size; ) {
    known = changing.size;
    for (const { name, source } of sources) {
      const called = Array.from(source.matchAll(/\b(\w+)\(/g), ([, called = '']) => called);
      if (changes.test(source) || called.some((one) => changing.has(one))) changing.add(name);
    }
  }
  expect([...changing]).toEqual(expect.arrayContaining(['queue_campaign_calls', 'workflow_trigger_runs']));
  for (const name of changing) {
    const texts = [`select ${name}($1)`, `select a, b from ${name}($1, $2) order by a`];
    for (const text of [...texts, `select a, public.${name}(b) from c`])
      expect(onlyReads(text), text).toBe(false);
  }
});
