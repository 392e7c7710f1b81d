import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { Database, statement } from '../db/index.ts';
import { silentLog } from '../kernel/index.ts';
import { Jobs, type JobTry, LostTry, type Queue } from './jobs.ts';

/** Replaces the ten seconds without a heartbeat. */
const silence = statement('test.jobs.silence', "update pgboss.job set heartbeat_on = '-infinity'");

const queue: Queue<{ callId: string }> = {
  name: 'test',
  retriesMax: 2,
  retryDelaySeconds: 1,
  timeoutSeconds: 60,
  concurrencyMax: 2,
  example: { callId: '' },
};

let database: TestDatabase;
let db: Database;
let opened: Jobs[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = new Database({
    connectionString: database.url,
    applicationName: 'test',
    connectionsMax: 4,
    log: silentLog,
  });
  opened = [];
});
afterEach(async () => {
  for (const jobs of opened) await jobs.close();
  await db.close();
  await database.drop();
});

async function open(queues = [queue], monitor: { monitorSeconds?: number } = {}): Promise<Jobs> {
  const connectionString = database.url;
  const jobs = new Jobs({ connectionString, applicationName: 'test jobs', log: silentLog, ...monitor });
  opened.push(jobs);
  await jobs.start(queues);
  return jobs;
}

test('limits the time of its own statements', async () => {
  const jobs = await open();
  await db.query(
    statement(
      'test.jobs.show_limit',
      `create function write_limit() returns trigger language plpgsql as $$ begin
         new.data := jsonb_build_object('callId', current_setting('statement_timeout'));
         return new;
       end $$`,
    ),
  );
  await db.query(
    statement(
      'test.jobs.show_limits',
      'create trigger show_limit before update on pgboss.job for each row execute function write_limit()',
    ),
  );
  await db.transaction((tx) => jobs.enqueue(tx, queue, [{ data: { callId: 'a' } }]));
  const [taken] = await jobs.take(queue, 1);
  expect(taken!.data).toEqual({ callId: '30s' });
  await taken!.complete();
});

test('stores a job when its transaction commits, and not when it rolls back', async () => {
  const jobs = await open();
  await expect(
    db.transaction(async (tx) => {
      await jobs.enqueue(tx, queue, [{ data: { callId: 'undone' } }]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.transaction((tx) =>
    jobs.enqueue(tx, queue, [{ data: { callId: 'a' } }, { data: { callId: 'b' } }]),
  );
  const done: string[] = [];
  const both = Promise.withResolvers<void>();
  await jobs.work(db, queue, async ({ data }) => {
    if (done.push(data.callId) === 2) both.resolve();
  });
  await both.promise;
  expect(done.toSorted()).toEqual(['a', 'b']);
});

test('retries a failed job, and marks the last try', async () => {
  const jobs = await open();
  await jobs.enqueue(db, queue, [{ data: { callId: 'a' } }]);
  const tries: Pick<JobTry<unknown>, 'retryCount' | 'isLast' | 'isAfterLoss'>[] = [];
  const last = Promise.withResolvers<void>();
  await jobs.work(db, queue, async ({ retryCount, isLast, isAfterLoss }) => {
    tries.push({ retryCount, isLast, isAfterLoss });
    if (!isLast) throw new Error('not yet');
    last.resolve();
  });
  await last.promise;
  expect(tries).toEqual([
    { retryCount: 0, isLast: false, isAfterLoss: false },
    { retryCount: 1, isLast: false, isAfterLoss: false },
    { retryCount: 2, isLast: true, isAfterLoss: false },
  ]);
});

test('marks the try after a worker without a heartbeat', { timeout: 30_000 }, async () => {
  const jobs = await open([queue], { monitorSeconds: 1 });
  await jobs.enqueue(db, queue, [{ data: { callId: 'a' } }]);
  const second = Promise.withResolvers<Pick<JobTry<unknown>, 'retryCount' | 'isAfterLoss'>>();
  await jobs.work(db, queue, async ({ retryCount, isAfterLoss }) => {
    if (retryCount > 0) return second.resolve({ retryCount, isAfterLoss });
    await db.query(silence);
    await second.promise;
  });
  expect(await second.promise).toEqual({ retryCount: 1, isAfterLoss: true });
});

test('marks the try after a LostTry', async () => {
  const jobs = await open();
  await jobs.enqueue(db, queue, [{ data: { callId: 'a' } }]);
  const second = Promise.withResolvers<Pick<JobTry<unknown>, 'retryCount' | 'isAfterLoss'>>();
  await jobs.work(db, queue, async ({ retryCount, isAfterLoss }) => {
    if (retryCount === 0) throw new LostTry('it is not known');
    second.resolve({ retryCount, isAfterLoss });
  });
  expect(await second.promise).toEqual({ retryCount: 1, isAfterLoss: true });
});

test('marks the try after one that took too long', { timeout: 30_000 }, async () => {
  const short = { ...queue, timeoutSeconds: 1 };
  const jobs = await open([short]);
  await jobs.enqueue(db, short, [{ data: { callId: 'a' } }]);
  const second = Promise.withResolvers<Pick<JobTry<unknown>, 'retryCount' | 'isAfterLoss'>>();
  await jobs.work(db, short, async ({ retryCount, isAfterLoss }) => {
    if (retryCount > 0) return second.resolve({ retryCount, isAfterLoss });
    await second.promise;
  });
  expect(await second.promise).toEqual({ retryCount: 1, isAfterLoss: true });
});

test('starts in several processes at once, and refuses jobs for a queue that was not started', async () => {
  const [first] = await Promise.all([open(), open(), open()]);
  await expect(first.enqueue(db, { ...queue, name: 'other' }, [{ data: { callId: 'a' } }])).rejects.toThrow(
    'the queue other was not started',
  );
});

test('updates a queue of an older program', async () => {
  await open();
  const changed = { ...queue, retriesMax: 0 };
  const jobs = await open([changed]);
  await jobs.enqueue(db, changed, [{ data: { callId: 'a' } }]);
  const only = Promise.withResolvers<boolean>();
  await jobs.work(db, changed, async ({ isLast }) => only.resolve(isLast));
  expect(await only.promise).toBe(true);
});
