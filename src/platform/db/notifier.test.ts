import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { silentLog } from '../kernel/index.ts';
import { Database, Listener, Notifier } from './index.ts';
import type { Statement } from './statement.ts';

let database: TestDatabase;
let parts: AsyncDisposableStack;
beforeEach(async () => {
  database = await createTestDatabase();
  parts = new AsyncDisposableStack();
  parts.defer(() => database.drop());
});
afterEach(() => parts.disposeAsync());

const optionsOf = () => ({ connectionString: database.url, applicationName: 'test', log: silentLog });

/** Resolves with the next call of the returned handler. */
function handler() {
  let calls = 0;
  let next = Promise.withResolvers<void>();
  return {
    handle() {
      calls++;
      next.resolve();
      next = Promise.withResolvers();
    },
    calls: () => calls,
    next: () => next.promise,
  };
}

async function listen(channels: Record<string, () => void>): Promise<void> {
  const listener = new Listener(optionsOf());
  for (const [channel, handle] of Object.entries(channels)) listener.on(channel, handle);
  await listener.start();
  parts.defer(() => listener.close());
}

test('a thousand notifications of two channels are one statement and one call of each handler', async () => {
  const db = new Database({ ...optionsOf(), connectionsMax: 1 });
  parts.defer(() => db.close());
  const sent: unknown[][] = [];
  const notifier = new Notifier(
    {
      query(statement: Statement, values: unknown[] = []) {
        sent.push(values);
        return db.query(statement, values);
      },
    },
    silentLog,
  );
  const [a, b] = [handler(), handler()];
  await listen({ test_a: a.handle, test_b: b.handle });
  const both = Promise.all([a.next(), b.next()]);
  for (let i = 0; i < 500; i++) {
    notifier.notify('test_a');
    notifier.notify('test_b');
  }
  await both;
  expect([a.calls(), b.calls(), sent]).toEqual([1, 1, [[['test_a', 'test_b']]]]);
});

test('a notification after another is delivered too, and so are all after the connection was lost', async () => {
  const db = new Database({ ...optionsOf(), connectionsMax: 1 });
  parts.defer(() => db.close());
  const notifier = new Notifier(db, silentLog);
  const a = handler();
  await listen({ test_a: a.handle });
  for (let i = 0; i < 3; i++) {
    const next = a.next();
    notifier.notify('test_a');
    await next;
  }
  expect(a.calls()).toBe(3);
  const again = a.next();
  await db.query({
    name: '',
    text: `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  });
  await again;
  expect(a.calls()).toBe(4);
});
