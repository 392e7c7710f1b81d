import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseLine } from '../../../test/world/database-line.ts';
import { onlyReads } from '../../../test/world/only-reads.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { OutcomeUnknownError, silentLog } from '../kernel/index.ts';
import { Database } from './database.ts';
import { readStatement, statement } from './statement.ts';

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
